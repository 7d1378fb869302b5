import { colourWords } from './colour-words.ts'
import { formWords } from './form-words.ts'
import { styleWords } from './style-words.ts'
import type { Words } from './words.ts'

/** Every word and phrase about attributes, in British spelling, lower case, without hyphens. */
export const vocabulary: Words = { ...colourWords, ...numberedColours(), ...formWords, ...styleWords }

/** "More than three colours" are many, whatever "three colours" are. */
function numberedColours(): Words {
  const numbers = ['two', 'three', 'four', 'five', 'six']
  const many = ['more than', 'over', 'at least', 'no fewer than', 'no less than', 'not fewer than']
  const few = ['fewer than', 'less than']
  const phrases = (starts: readonly string[], targets: Words[string]) =>
    starts.flatMap((start) => numbers.map((number) => [`${start} ${number} colours`, targets] as const))
  return Object.fromEntries([
    ...phrases(many, ['+palette_size', '+hue_spread']),
    ...phrases(few, ['-palette_size', '-hue_spread']),
    ['fewer colours', ['-palette_size', '-hue_spread']],
    ['too many colours', ['-palette_size', '-hue_spread']],
    ['too few colours', ['+palette_size', '+hue_spread']],
  ])
}

/** Words that are always complaints and never express a wish. */
export const complaints: ReadonlySet<string> = new Set([
  ...[
    'hard to read',
    'unreadable',
    'illegible',
    'misaligned',
    'mismatched',
    'clashing',
    'clash',
    'garish',
    'gaudy',
    'lurid',
  ],
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

/** Nouns that are meaningful only with a quantity: "lots of colour", "no text". */
export const quantifiedNouns: Words = {
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
