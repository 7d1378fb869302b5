import type { FrameScore, Verdict } from '@palate/client'
import { type Split, splitIn } from '@palate/core/report/split.ts'
import { z } from 'zod'
import type { McpContext } from './context.ts'
import { stateOf } from './find-profile.ts'
import { pictureToScore, type ScoredPicture } from './pictures.ts'

/** Well below the limit for the body of a request. */
const requestBytesMax = 24 * 1024 * 1024

/** Of more pictures, it takes too long to find the part that pulls the score down. */
const picturesWithRegionsMax = 12

export const dimensionInput = z.string().optional().describe('Default: aesthetics')

/** The scores that pass and fail. */
export interface Threshold {
  readonly pass: number
  readonly fail: number
}

export interface ScoredPictures {
  /** Null if no picture could be scored, or if the dimension is measured and has none. */
  readonly threshold: Threshold | null
  readonly results: readonly Scored[]
}

export interface Scored {
  readonly picture: string
  /** Null if the picture could not be scored; `error` says why. */
  readonly score: number | null
  readonly verdict?: Verdict['decision'] | undefined
  readonly certainty?: number | undefined
  readonly unsure?: boolean | undefined
  readonly novelty?: number | undefined
  readonly problem?: string | undefined
  readonly differences?: readonly string[] | undefined
  readonly suggestions?: readonly string[] | undefined
  /** What raised the score of a copy of the picture, and by how much. */
  readonly changes?: Verdict['changes'] | undefined
  /** The part that pulls the score down most, such as `mostly the upper left: busy`. */
  readonly region?: string | undefined
  /** Who of the team would judge it most differently, and how they would score it. */
  readonly split?: Split | undefined
  readonly error?: string | undefined
}

/** Scores pictures in the order given. A file that cannot be read fails the call, because the model can correct it. */
export async function scorePictures(
  context: McpContext,
  profileId: string,
  given: readonly string[],
  dimension: string,
): Promise<ScoredPictures> {
  const pictures: ScoredPicture[] = []
  for (const [index, one] of given.entries()) pictures.push(await pictureToScore(context, one, index))
  const scored: Scored[] = []
  let threshold: Threshold | null = null
  for (const slice of inRequests(pictures)) {
    const frames = await scoreSome(context, profileId, slice, dimension)
    scored.push(...frames.map((frame, index) => scoredPicture(frame, slice[index] as ScoredPicture, dimension)))
    threshold ??= frames.map((frame) => thresholdIn(frame, dimension)).find((one) => one !== null) ?? null
  }
  return { threshold, results: scored }
}

async function scoreSome(
  context: McpContext,
  profileId: string,
  pictures: readonly ScoredPicture[],
  dimension: string,
): Promise<readonly FrameScore[]> {
  const { scores } = await context.palate.score({
    profile_id: profileId,
    ...stateOf(context, profileId),
    frames: pictures.map(({ content }, index) => {
      const id = String(index)
      return typeof content === 'string' ? { id, url: content } : { id, picture: content }
    }),
    dimensions: [dimension],
    verdict: true,
    // Also says how the people of the team would score it.
    explain: true,
    ...(pictures.length <= picturesWithRegionsMax && { regions: true }),
  })
  // The dimension is not known to the compiler, which therefore takes every member for a score.
  return scores as unknown as readonly FrameScore[]
}

function scoredPicture(frame: FrameScore, { name: picture }: ScoredPicture, dimension: string): Scored {
  if (frame.error) return { picture, score: null, error: frame.error.message }
  const { decision, certainty, unsure, novelty, problem, differences, suggestions, changes } =
    frame.verdict?.[dimension] ?? {}
  const score = frame[dimension] as number
  const region = decision === 'pass' ? undefined : frame.regions?.[dimension]?.words
  const split = splitIn(frame, dimension)
  const said = { certainty, unsure, novelty, problem, differences, suggestions, changes, region, split }
  return { picture, score, verdict: decision, ...said }
}

function thresholdIn({ verdict }: FrameScore, dimension: string): Threshold | null {
  const { pass, fail } = verdict?.[dimension] ?? {}
  return pass === undefined || fail === undefined ? null : { pass, fail }
}

/** Such as `aesthetics passes from 0.58 on and fails below 0.41.` Nothing is known if no picture could be scored. */
export function thresholdLines(
  dimension: string,
  threshold: Threshold | null,
  results: readonly Scored[],
): readonly string[] {
  if (threshold) {
    return [`${dimension} passes from ${threshold.pass.toFixed(2)} on and fails below ${threshold.fail.toFixed(2)}.`]
  }
  return results.some(({ score }) => score !== null) ? [`${dimension} has no threshold.`] : []
}

function inRequests(pictures: readonly ScoredPicture[]): readonly (readonly ScoredPicture[])[] {
  const requests: ScoredPicture[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const picture of pictures) {
    bytes += picture.content.length
    if (bytes > requestBytesMax) {
      requests.push([])
      bytes = picture.content.length
    }
    requests.at(-1)?.push(picture)
  }
  return requests
}
