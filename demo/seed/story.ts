/** How a profile came about, step by step. Pictures are named as in the catalogue. */
export interface Story {
  readonly name: string
  /** The taste in a sentence. */
  readonly seed: string
  readonly steps: readonly Step[]
}

export type Step = CommitStep | BranchStep | MergeStep | WorkingStep

export interface Judgements {
  readonly good?: readonly string[]
  readonly bad?: readonly string[]
  /** The preferred one first. */
  readonly pairs?: readonly (readonly [winner: string, loser: string])[]
  /** Quick answers by the id of their question. */
  readonly answers?: Readonly<Record<string, string>>
  /** What the labels and pairs are about; beauty and likeness unless set. */
  readonly dimension?: string
}

export interface CommitStep extends Judgements {
  readonly commit: string
  readonly by: Author
  readonly daysAgo: number
  /** `main` unless set. */
  readonly on?: string
}

interface BranchStep {
  readonly branch: string
  readonly description: string
  readonly by: Author
  readonly daysAgo: number
}

interface MergeStep {
  readonly merge: string
  readonly by: Author
}

/** Judgements that nobody has committed yet. */
interface WorkingStep extends Judgements {
  readonly working: true
  readonly by: Author
}

/** A key is the author of what it commits, so each person has one. */
export const authors = ['Mara Lindqvist', 'Jonas Weber'] as const
export type Author = (typeof authors)[number]
