import { type Degree, type Role, roles } from './grammar.ts'
import type { Token } from './tokens.ts'
import { countedWords, type Lean, vocabulary } from './vocabulary.ts'

/** What one or several words mean together: a quality or quantity of pictures, or a part in the sentence. */
export interface Meaning {
  readonly phrase: string
  readonly length: number
  readonly leans?: readonly Lean[]
  /** Says something only when there is much or little of it. */
  readonly counted?: readonly Lean[]
  readonly role?: Role
  /** What the word's own ending says: "brighter", "bluish". */
  readonly degree?: Degree
}

interface Node {
  readonly next: Map<string, Node>
  meaning?: Meaning
}

const root = plant()

/** The longest phrase that starts at a token. No phrase is longer than a few words, so a text is read in linear time. */
export function meaningAt(tokens: readonly Token[], start: number): Meaning | undefined {
  let node: Node = root
  let found: Meaning | undefined
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]
    if (token === undefined || (i > start && token.before !== 'nothing')) break
    const next = node.next.get(stem(token.word))
    if (next === undefined) break
    node = next
    found = node.meaning ?? found
  }
  return found ?? inflected(tokens[start]?.word ?? '')
}

/** "shadows" is "shadow": the ending is cut on both sides, so it need not be a real singular. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const endings: readonly (readonly [ending: string, degree: Degree])[] = [
  ['est', 'strong'],
  ['er', 'more'],
  ['ish', 'slight'],
]

function inflected(word: string): Meaning | undefined {
  for (const [ending, degree] of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + 3) continue
    const base = word.slice(0, -ending.length)
    const undoubled = base.at(-1) === base.at(-2) ? base.slice(0, -1) : base
    const yForm = base.endsWith('i') ? `${base.slice(0, -1)}y` : base
    for (const form of [base, `${base}e`, undoubled, yForm]) {
      const meaning = root.next.get(form)?.meaning
      if (meaning?.leans !== undefined) return { ...meaning, degree }
    }
  }
  return undefined
}

function plant(): Node {
  const start: Node = { next: new Map() }
  const add = (phrase: string, meaning: Omit<Meaning, 'phrase' | 'length'>) => {
    const words = phrase.split(' ')
    let node = start
    for (const word of words) {
      const next = node.next.get(stem(word)) ?? { next: new Map() }
      node.next.set(stem(word), next)
      node = next
    }
    node.meaning = { ...node.meaning, phrase, length: words.length, ...meaning }
  }
  for (const [phrase, role] of roles) add(phrase, { role })
  for (const [phrase, counted] of Object.entries(countedWords)) add(phrase, { counted })
  for (const [phrase, leans] of Object.entries(vocabulary)) add(phrase, { leans })
  return start
}
