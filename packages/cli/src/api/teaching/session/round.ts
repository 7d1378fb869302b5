import type { Judgement } from '../judgement.ts'

/** One question to the user. */
export interface Round {
  readonly title: string
  readonly reason?: string
  readonly pictures: readonly ShownPicture[]
  /** Lines to choose from, below the title. */
  readonly lines: readonly string[]
  readonly choices: readonly Choice[]
  /** Turns typed text into a judgement. If set, letters are text input instead of keys. */
  readonly typed?: (text: string) => Judgement
}

export interface Choice {
  readonly keys: readonly string[]
  /** Key and meaning, such as `← left`; empty if the lines show it. */
  readonly hint: string
  /** A judgement, or why it is not possible. */
  judge(): Judgement | string
}

export interface ShownPicture {
  readonly caption: string
  /** The bytes of the picture; undefined if there are none. */
  load(): Promise<Uint8Array | undefined>
}

/** Where rounds come from. */
export interface Rounds {
  /** Undefined if nothing is left to ask. */
  next(): Promise<Round | undefined>
  /** Whether more judgements would help, in words; empty if unknown. */
  progress(): string
  /** The budget counter that an answer uses. */
  readonly counter: 'questions' | 'labels' | 'comparisons'
}
