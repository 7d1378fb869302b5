import type { FrameError, Regions, Verdict } from '@palate/client'
import type { ScoredPicture } from '@palate/core/report/assessment.ts'
import type { ApiOptions } from '../connection/client.ts'
import type { WalkOptions } from './folder-walk.ts'

export type ScoreOptions = ApiOptions &
  WalkOptions & {
    readonly dimension?: readonly string[]
    readonly versionId?: string
    readonly branch?: string
    readonly working?: boolean
    readonly person?: string
    readonly min?: number
    readonly gate?: boolean
    readonly baseline?: string
    readonly drop?: number
    readonly allowClose?: boolean
    readonly allowFailures?: boolean
    readonly junit?: string
    readonly sarif?: string
    readonly explain?: boolean
    readonly verdict?: boolean
    readonly csv?: boolean
    readonly html?: string
    readonly watch?: boolean
    readonly quiet?: boolean
    readonly top?: number
  }

/** The API result for a frame: a number for each dimension, or an error. */
export interface Result {
  readonly frame_id: string
  readonly error?: FrameError
  readonly details?: Readonly<Record<string, unknown>>
  readonly verdict?: Readonly<Record<string, Verdict>>
  readonly regions?: Readonly<Record<string, Regions>>
  readonly [member: string]: unknown
}

/** Best first by the first dimension. Failed pictures come last. */
export function ranked(results: readonly Result[], [first = '']: readonly string[]): readonly Result[] {
  return results.toSorted((a, b) => numberOf(b[first]) - numberOf(a[first]))
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY
}

/** A result in its first dimension. */
export function pictureOf(
  { frame_id: name, error, ...members }: Result,
  [first = '']: readonly string[],
): ScoredPicture {
  const score = members[first]
  if (error || typeof score !== 'number') return { name, ...(error && { error: error.message }) }
  const { thumbnail_url: thumbnailUrl, verdict } = members
  return { name, score, verdict: verdict?.[first], ...(typeof thumbnailUrl === 'string' && { thumbnailUrl }) }
}
