/** The history of a profile, step by step. Pictures are named as in the catalogue. */
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
  /** The dimension of the labels and pairs; aesthetics and likeness by default. */
  readonly dimension?: string
}

export interface CommitStep extends Judgements {
  readonly commit: string
  readonly by: Author
  readonly daysAgo: number
  /** `main` by default. */
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

/** Uncommitted judgements. */
interface WorkingStep extends Judgements {
  readonly working: true
  readonly by: Author
}

/** A commit's author is its key, so each person has one. */
export const authors = ['Mara Lindqvist', 'Jonas Weber'] as const
export type Author = (typeof authors)[number]
