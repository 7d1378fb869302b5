import type { Modifiers } from './ranges.ts'
import type { AttributeTarget } from './words.ts'

/** A vocabulary phrase found in a text, with its modifiers. `alternative` counts the "or"s before it. */
export interface Mention {
  readonly targets: readonly AttributeTarget[]
  readonly modifiers: Modifiers
  /** The phrase as written, with its modifiers; `bare` is without them. */
  readonly phrase: string
  readonly bare: string
  readonly alternative: number
  /** The vocabulary entry. */
  readonly word: string
  /** Whether it is meaningful only with a quantity. */
  readonly isQuantified: boolean
  /** The position of `bare` in the text. */
  readonly start: number
  readonly end: number
}

/** A wish, whether something is allowed ("May it …?"), needed ("Must it …?") or disliked ("Does it bother you?"). */
export type Asks = 'wish' | 'permission' | 'obligation' | 'aversion'

export interface Reading {
  readonly mentions: readonly Mention[]
  readonly notUnderstood: readonly string[]
  /** Something was allowed, or does not matter. */
  readonly indifferent: boolean
  /** For a question: what its mentions are to the answer. */
  readonly asks: Asks
  /** Whether the answer to a question names something, or one of the alternatives, instead of yes or no. */
  readonly isOpen: boolean
  readonly isChoice: boolean
  /** The text negates what the answer will name: "What should we avoid?" */
  readonly rejectsAnswer: boolean
}
