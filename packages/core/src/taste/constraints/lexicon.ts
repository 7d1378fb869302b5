import { type Degree, type Role, roles } from './grammar.ts'
import type { Token } from './tokens.ts'
import { quantifiedNouns, vocabulary } from './vocabulary.ts'
import type { AttributeTarget } from './words.ts'

/** What a word or phrase means: attributes of pictures, or a grammatical role. */
export interface Meaning {
  readonly phrase: string
  readonly length: number
  readonly targets?: readonly AttributeTarget[]
  /** Applies only together with a quantity. */
  readonly quantified?: readonly AttributeTarget[]
  readonly role?: Role
  /** Expressed by the word's ending: "brighter", "bluish". */
  readonly degree?: Degree
}

interface Node {
  readonly next: Map<string, Node>
  meaning?: Meaning
}

const root = buildTrie()

/** The longest known phrase that starts at a token. Phrases have a few words at most, so reading takes linear time. */
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

/** The commas of "no blue, green or red" do not end the negation. Looks at most twelve words ahead. */
export function endsInOr(tokens: readonly Token[], at: number): boolean {
  for (const [i, token] of tokens.slice(at, at + 12).entries()) {
    if (i > 0 && token.before === 'stop') return false
    const kind = meaningAt(tokens, at + i)?.role?.kind
    if (kind === 'or') return true
    if (kind !== undefined && kind !== 'filler') return false
  }
  return false
}

/** Strips a plural ending. The same is done to the vocabulary, so the result need not be a real word. */
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
      if (meaning?.targets !== undefined) return { ...meaning, degree }
    }
  }
  return undefined
}

function buildTrie(): Node {
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
  for (const [phrase, quantified] of Object.entries(quantifiedNouns)) add(phrase, { quantified })
  for (const [phrase, targets] of Object.entries(vocabulary)) add(phrase, { targets })
  return start
}
