import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isNotFound, isPalateError, type Palate } from '@palate/client'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { printWarning } from '../../../output.ts'
import { plural } from '../../../terminal/text.ts'
import { pictureToSend, type ScoreInput, sentId } from '../inputs.ts'

/** Total size of the pictures in a report, as data URLs, so that the report can be sent by email. */
export const reportPictureCharactersMax = 16 * 2 ** 20
const requestsAtOnceMax = 8
/** The service stores thumbnails shortly after scoring. After the first timeout, other pictures are not waited for. */
const pausesMs = [100, 300, 600, 1000, 2000, 4000]
/** How many recently scored frames are searched for a URL. */
const recentFramesMax = 10_000

export interface Thumbnails {
  /** Data URLs in the order of the inputs; undefined where there is none. */
  readonly pictures: readonly (string | undefined)[]
  /** A note to the reader if some are missing. */
  readonly note?: string
}

/** Loads thumbnails of the pictures that were just scored, until the report is full. */
export async function readThumbnails(
  palate: Palate,
  inputs: readonly ScoreInput[],
  projectId: string | undefined,
): Promise<Thumbnails> {
  const pictures: (string | undefined)[] = new Array(inputs.length)
  const readOne = createReader(palate, createPathFinder(palate, projectId))
  const queue = inputs.entries()
  let characters = 0
  let isForbidden = false
  const read = async () => {
    for (const [i, input] of queue) {
      if (isForbidden || characters >= reportPictureCharactersMax) return
      const blob = await readOne(input).catch((error) => {
        if (!isPalateError(error, 'scope_forbidden')) throw error
        isForbidden = true
        return undefined
      })
      const url = blob && `data:${blob.type};base64,${Buffer.from(await blob.arrayBuffer()).toString('base64')}`
      if (url === undefined || characters + url.length > reportPictureCharactersMax) continue
      characters += url.length
      pictures[i] = url
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnceMax }, read))
  const missing = inputs.length - pictures.filter((url) => url !== undefined).length
  return { pictures, ...(missing > 0 && { note: noteOf(missing, isForbidden, characters) }) }
}

function noteOf(missing: number, isForbidden: boolean, characters: number): string {
  if (isForbidden) {
    printWarning('the report has no pictures: the key lacks the scope `read`')
    return 'Pictures are not shown: the key used for this report lacks the scope read.'
  }
  const room = describeBytes(reportPictureCharactersMax)
  // There is no room for another thumbnail.
  const isFull = characters > 0.99 * reportPictureCharactersMax
  const are = missing === 1 ? 'is' : 'are'
  return isFull
    ? `${plural(missing, 'picture')} ${are} not shown: a report includes at most ${room} of pictures, best first.`
    : `${plural(missing, 'picture')} ${are} not shown: the service has no thumbnail.`
}

type PathOf = (input: ScoreInput) => Promise<string | undefined>

function createReader(palate: Palate, pathOf: PathOf) {
  let isPatient = true
  return async (input: ScoreInput): Promise<Blob | undefined> => {
    for (let attempt = 0; ; attempt++) {
      const found = await lookUp(palate, input, pathOf)
      const waitMs = pausesMs[attempt]
      if (found || !isPatient) return found
      if (waitMs === undefined) isPatient = false
      else await pause(waitMs)
    }
  }
}

async function lookUp(palate: Palate, input: ScoreInput, pathOf: PathOf): Promise<Blob | undefined> {
  const { url } = input
  try {
    if (url?.startsWith('frame:')) return await palate.frames.thumbnail(url.slice('frame:'.length), { size: 512 })
    const path = await pathOf(input)
    return path === undefined ? undefined : await palate.frames.thumbnailAt(path, { size: 'medium' })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Thumbnail paths are content hashes: computed for a file, looked up in the recent frames for a URL. */
function createPathFinder(palate: Palate, projectId: string | undefined): PathOf {
  const readRecent = async () => {
    const paths = new Map<string, string>()
    let seen = 0
    for await (const { id, thumbnail } of palate.frames.recent(projectId === undefined ? {} : { projectId })) {
      if (thumbnail !== null && !paths.has(id)) paths.set(id, thumbnail)
      if (++seen >= recentFramesMax) break
    }
    return paths
  }
  let reading: Promise<ReadonlyMap<string, string>> | undefined
  return async (input) => {
    const { id, url } = input
    if (url === undefined) {
      const bytes = await pictureToSend(input)
      return `/v1/thumbnails/${createHash('sha256').update(bytes).digest('hex')}`
    }
    reading ??= readRecent()
    const found = (await reading).get(sentId(id))
    // It may not be stored yet: the next call reads again.
    if (found === undefined) reading = undefined
    return found
  }
}
