import type { Judgement } from './judgement.ts'

/** One thing that a person is asked. */
export interface Round {
  readonly title: string
  readonly reason?: string
  readonly pictures: readonly ShownPicture[]
  /** Lines to choose from, below the title. */
  readonly lines: readonly string[]
  readonly choices: readonly Choice[]
  /** What a text that is typed means. Letters then write, and are no keys. */
  readonly typed?: (text: string) => Judgement
}

export interface Choice {
  readonly keys: readonly string[]
  /** Key and meaning, such as `← left`; empty for what the lines show. */
  readonly hint: string
  /** A judgement, or why it cannot be one. */
  judge(): Judgement | string
}

export interface ShownPicture {
  readonly caption: string
  /** Its bytes; undefined if there are none to show. */
  load(): Promise<Uint8Array | undefined>
}

/** Where rounds come from. */
export interface Rounds {
  /** Undefined if nothing is left to ask. */
  next(): Promise<Round | undefined>
  /** Whether more would help, in words; empty if nobody knows. */
  progress(): string
  /** The counter of the budget that an answer uses. */
  readonly counter: 'questions' | 'labels' | 'comparisons'
}
