import type { FrameScore } from '@palate/client'
import { z } from 'zod'
import type { McpContext } from './context.ts'
import { type Picture, readPicture } from './pictures.ts'

/** Well below the limit for the body of a request. */
const requestCharactersMax = 24 * 1024 * 1024

export const dimensionInput = z.string().optional().describe('Default: aesthetics')

export interface Scored {
  readonly picture: string
  /** Null if the picture could not be scored; `error` says why. */
  readonly score: number | null
  readonly verdict?: string | undefined
  readonly unsure?: boolean | undefined
  readonly differences?: readonly string[] | undefined
  readonly suggestions?: readonly string[] | undefined
  readonly error?: string | undefined
}

/** Scores pictures in the order given. A file that cannot be read fails the call, because the model can correct it. */
export async function scorePictures(
  context: McpContext,
  profileId: string,
  given: readonly string[],
  dimension: string,
): Promise<readonly Scored[]> {
  const pictures: Picture[] = []
  for (const one of given) pictures.push(await readPicture(context, one))
  const scored: Scored[] = []
  for (const some of inRequests(pictures)) scored.push(...(await scoreSome(context, profileId, some, dimension)))
  return scored
}

async function scoreSome(
  { palate }: McpContext,
  profileId: string,
  pictures: readonly Picture[],
  dimension: string,
): Promise<readonly Scored[]> {
  const { scores } = await palate.score({
    profile_id: profileId,
    frames: pictures.map(({ url }, index) => ({ id: String(index), url })),
    dimensions: [dimension],
    verdict: true,
  })
  // The dimension is not known to the compiler, which therefore takes every member for a score.
  return (scores as unknown as readonly FrameScore[]).map((frame, index): Scored => {
    const { name: picture } = pictures[index] as Picture
    if (frame.error) return { picture, score: null, error: frame.error.message }
    const { decision, unsure, differences, suggestions } = frame.verdict?.[dimension] ?? {}
    return {
      picture,
      score: frame[dimension] as number,
      verdict: decision,
      unsure,
      differences,
      suggestions,
    }
  })
}

function inRequests(pictures: readonly Picture[]): readonly (readonly Picture[])[] {
  const requests: Picture[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const picture of pictures) {
    characters += picture.url.length
    if (characters > requestCharactersMax) {
      requests.push([])
      characters = picture.url.length
    }
    requests.at(-1)?.push(picture)
  }
  return requests
}
