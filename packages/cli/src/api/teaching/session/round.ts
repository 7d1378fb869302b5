import type { Judgement } from '../judgement.ts'

/** One question to the user. */
export interface Round {
  readonly title: string
  /** Its place among the pictures that the user named, such as `2 of 9 pictures`. */
  readonly place?: string
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
  judge(): Judgement
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
  /** Says that nothing is left, and what to do next. */
  readonly end: string
  /** The budget counter that an answer uses. */
  readonly counter: 'questions' | 'labels' | 'comparisons'
}
