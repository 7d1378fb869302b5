import type { AttributeName } from '../attributes.ts'
import { colourWords } from './words-of-colour.ts'
import { formWords } from './words-of-form.ts'
import { styleWords } from './words-of-style.ts'

/** An attribute that a word asks for (`+`) or asks to keep low (`-`). */
export type Lean = `${'+' | '-'}${AttributeName}`
export type Words = Readonly<Record<string, readonly Lean[]>>

/** Every word and phrase that says something about attributes, in British spelling, lower case, without hyphens. */
export const vocabulary: Words = { ...colourWords, ...formWords, ...styleWords }

/** Words that nobody says of what they like: by themselves they are complaints. */
export const faults: ReadonlySet<string> = new Set([
  ...['hard to read', 'unreadable', 'illegible', 'misaligned', 'mismatched', 'clashing', 'garish', 'gaudy', 'lurid'],
  ...[
    'tacky',
    'cheesy',
    'cheesiness',
    'kitschy',
    'boring',
    'bland',
    'drab',
    'overwhelming',
    'overloaded',
    'cramped',
    'distracting',
  ],
  ...['distraction', 'wall of text', 'unbalanced', 'lopsided', 'complicated'],
])

/** Nouns that say something only when there is much or little of them: "lots of colour", "no text". */
export const countedWords: Words = {
  colour: ['+colourfulness'],
  hue: ['+hue_spread'],
  image: ['+texture'],
  line: ['+edge_density'],
  shade: ['+palette_size'],
  text: ['+text_density'],
  copy: ['+text_density'],
  words: ['+text_density'],
  element: ['+clutter'],
  content: ['+clutter'],
  information: ['+clutter', '+text_density'],
  thing: ['+clutter'],
  stuff: ['+clutter'],
}
