import type { Explanation, FrameError, Regions, ScoreResponse, Verdict } from './api-types.ts'

/** A request whose dimensions are known to the compiler, and so the members of its scores. */
export type WithDimensions<Request, Dimension extends string> = Omit<Request, 'dimensions'> & {
  readonly dimensions: readonly Dimension[]
}

/** The scores of one frame: a number for each dimension, or null if there is an error. */
export type FrameScores<Dimension extends string = string> = Explained<Dimension> & {
  readonly frame_id: string
  readonly error?: FrameError
} & Readonly<Record<Dimension, number | null>>

export type ScoresOf<Dimension extends string = string> = Omit<ScoreResponse, 'scores'> & {
  readonly scores: readonly FrameScores<Dimension>[]
}

/** One frame of a batch that was scored. */
export type ScoreLine<Dimension extends string = string> = Explained<Dimension> & {
  readonly type: 'score'
  readonly seq: number
  readonly index: number
  readonly frame_id: string
  readonly attempts: number
} & Readonly<Record<Dimension, number>>

interface Explained<Dimension extends string> {
  /** Added by `explain`, like the details. */
  readonly confidence?: Readonly<Record<Dimension, number>>
  readonly details?: Readonly<Record<Dimension, Explanation>>
  /** Added by `explain`, if two or more people have taught the profile: how each would score it. */
  readonly people?: readonly PersonScores<Dimension>[]
  /** Added by `explain`: how probably two of them, chosen at random, would judge it differently. */
  readonly split?: Readonly<Partial<Record<Dimension, number>>>
  /** Added by `verdict`, for learned dimensions. */
  readonly verdict?: Readonly<Partial<Record<Dimension, Verdict>>>
  /** Added by `regions`: how much of each score is due to each cell of the picture. */
  readonly regions?: Readonly<Record<Dimension, Regions>>
}

/** A number for each learned dimension. `name` is null if the account does not have the person, or no longer. */
export type PersonScores<Dimension extends string = string> = {
  readonly id: string
  readonly name: string | null
} & Readonly<Partial<Record<Dimension, number>>>
