import { isDataUrl, urlBytesMax } from '@palate/core/picture-url.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProjectKey } from '../../ports/projects.ts'
import type { FrameToScore } from '../../ports/scoring.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { rethrowForClient } from '../client-fault.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { Features } from '../features/features.ts'
import { FrameFault } from '../picture-faults.ts'
import type { FrameReader } from './frame-reader.ts'

interface Parts {
  readonly frameReader: FrameReader
  readonly featureCache: FeatureCache
}

type FramePicture = Pick<FrameToScore, 'url' | 'picture'>

const urlKeyCharactersMax = 100

/** Fetches each URL once per request or batch, even if many frames use it. Data URLs need no fetching. */
export function createUrlReader({ frameReader, featureCache }: Parts, { accountId, projectId }: ProjectKey) {
  const contentHashes = new Map<string, Promise<string>>()

  async function readOnce({ url, picture }: FramePicture, work: WorkContext): Promise<Features> {
    if (picture) return frameReader.readGiven(picture, { ...work, accountId })
    if (isDataUrl(url)) return frameReader.read(url, projectId, { ...work, accountId })
    const key = urlKeyOf(url)
    const earlier = contentHashes.get(key)
    const known = earlier && (await featureCache.find(accountId, await earlier))
    if (known) return known
    const reading = frameReader.read(url, projectId, { ...work, accountId })
    const contentHash = reading.then((features) => features.contentHash)
    contentHashes.set(key, contentHash)
    // A failure is shared only with current waiters; the next frame tries again.
    contentHash.catch(() => contentHashes.get(key) === contentHash && contentHashes.delete(key))
    return reading
  }

  return (frame: FramePicture, work: WorkContext): Promise<Features | FrameFault> =>
    readOnce(frame, work).catch(keepFrameFault)
}

/** Long data URLs are neither kept for lists nor repeated. The name of a part means nothing outside its form. */
export function listedUrl({ url, picture }: FramePicture): string | null {
  return url.length <= urlBytesMax && !picture ? url : null
}

/** A hash if the URL is long: the URLs of a batch can take 32 MiB, and a batch can take long. */
function urlKeyOf(url: string): string {
  return url.length <= urlKeyCharactersMax ? url : sha256(url).toString('base64')
}

/** A FrameFault is the frame's result; any other error is a failure of the service. */
function keepFrameFault(error: unknown): FrameFault {
  return error instanceof FrameFault ? error : rethrowForClient(error)
}
