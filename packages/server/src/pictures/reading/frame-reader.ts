import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { isDataUrl, urlBytesMax } from '@palate/core/picture-url.ts'
import { elementTextCharactersMax } from '@palate/core/profile/text-blobs.ts'
import { sha256 } from '../../platform/hash.ts'
import type { FramesPort, InlinePicture } from '../../ports/frames.ts'
import type { ProjectKey } from '../../ports/projects.ts'
import type { FrameToScore, GivenPicture } from '../../ports/scoring.ts'
import type { Store } from '../../store/store.ts'
import { lookUpTogetherOf } from '../../work/look-up-together.ts'
import { SharedWork } from '../../work/shared-work.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { rethrowForClient } from '../client-fault.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { FeatureExtractor } from '../features/feature-extractor.ts'
import type { ExtractedFeatures, Features } from '../features/features.ts'
import { readDataUrl } from '../fetching/data-url.ts'
import { defaultFetchLimits } from '../fetching/fetch-limits.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { ValidatorCache } from '../fetching/validator-cache.ts'
import { FrameFault, tooManyBytes } from '../picture-faults.ts'

/** Extracts the features of a picture and keeps its small thumbnail. */
export type ExtractPicture = (
  contentHash: string,
  bytes: Uint8Array<ArrayBuffer>,
  work: WorkContext,
) => Promise<ExtractedFeatures>

interface Parts {
  readonly store: Pick<Store, 'read'>
  readonly fetcher: Fetcher
  readonly extractor: FeatureExtractor
  readonly cache: FeatureCache
  readonly frames: FramesPort
  readonly extract: ExtractPicture
}

/** The features of a picture and, if the element contains the picture itself, the data for its library frame. */
export type ReadPicture = Features & { readonly inline?: InlinePicture }

/** An element contains a picture of up to this size directly, not in a separate object. */
const smallPictureBytesMax = elementTextCharactersMax

/** Turns the URL of a frame into the features of its picture: fetches it, and extracts features that are not cached. */
export class FrameReader {
  readonly #store: Parts['store']
  readonly #fetcher: Fetcher
  readonly #extractor: FeatureExtractor
  readonly #cache: FeatureCache
  readonly #frames: FramesPort
  readonly #extract: ExtractPicture
  readonly #validators = new ValidatorCache()
  readonly #extracting = new SharedWork<Features>()
  /** The frames of a request, and the examples of a profile, are asked for at the same time. */
  readonly #findContent = lookUpTogetherOf(
    ({ accountId, projectId }: ProjectKey) => JSON.stringify([accountId, projectId]),
    (project, ids) => this.#findContents(project, ids),
  )

  constructor({ store, fetcher, extractor, cache, frames, extract }: Parts) {
    this.#store = store
    this.#fetcher = fetcher
    this.#extractor = extractor
    this.#cache = cache
    this.#frames = frames
    this.#extract = extract
  }

  /** Reads a frame for this project of the account. Rejects with a FrameFault if the frame is at fault. */
  async read(url: string, projectId: string, work: WorkContext): Promise<Features> {
    if (isDataUrl(url)) return this.#readData(url, work)
    const frameId = frameIdOfUrl(url)
    if (frameId === undefined) return this.#readHosted(url, work)
    const features = await this.readLibraryFrame(frameId, projectId, work)
    if (!features) throw noFrame()
    return features
  }

  /** The content hashes of the frames that the project's library has, by id. */
  async #findContents(project: ProjectKey, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#frames.findFrames(this.#store.read, project, ids)
    return new Map(Array.from(found, ([id, { contentHash }]) => [id, contentHash]))
  }

  /** Undefined if the project's library does not contain the frame. */
  async readLibraryFrame(id: string, projectId: string, work: WorkContext): Promise<Features | undefined> {
    const contentHash = await this.#findContent({ accountId: work.accountId, projectId }, id)
    return contentHash === undefined ? undefined : this.readContent(contentHash, work)
  }

  /** Reads a picture by its hash. Undefined if neither the feature cache nor the library has it. */
  async readContent(contentHash: string, work: WorkContext): Promise<Features | undefined> {
    const { accountId } = work
    const known = await this.#cache.find(accountId, contentHash)
    if (known) return known
    let release = () => {}
    const admit = async (bytes: number) => {
      release = await this.#extractor.admit(bytes, work)
    }
    try {
      const bytes = await this.#frames.readBytes(this.#store.read, accountId, contentHash, admit)
      return bytes && (await this.#featuresOf(contentHash, bytes, work))
    } finally {
      release()
    }
  }

  /** Reads a picture that was sent with the request. */
  async readGiven({ contentHash, bytes, read }: GivenPicture, work: WorkContext): Promise<Features> {
    if (bytes > defaultFetchLimits.frameBytesMax) throw tooManyBytes(defaultFetchLimits.frameBytesMax)
    const known = await this.#cache.find(work.accountId, contentHash)
    if (known) return known
    const release = await this.#extractor.admit(bytes, work)
    try {
      const data = await read()
      if (!data) throw new Error('the picture of a frame was deleted before it was scored')
      return await this.#featuresOf(contentHash, data, work)
    } finally {
      release()
    }
  }

  /** Reads a picture from a data URL, with the data for its library frame. */
  async readInline(url: string, work: WorkContext): Promise<ReadPicture> {
    const release = await this.#extractor.admit(Math.min(url.length, defaultFetchLimits.frameBytesMax), work)
    try {
      const { bytes, isPlain } = readDataUrl(url, defaultFetchLimits.frameBytesMax)
      const size = bytes.byteLength
      const data = size <= smallPictureBytesMax ? bytes.slice() : undefined
      const { format, width, height } = await this.#extractor.inspect(bytes, work)
      const features = await this.#featuresOf(sha256(bytes).toString('hex'), bytes, work)
      return { ...features, inline: { contentType: `image/${format}`, width, height, bytes: size, isPlain, data } }
    } finally {
      release()
    }
  }

  /** Passes on the bytes of a picture of the library while there is memory for them. Undefined if it is not there. */
  async rereadContent<Result>(
    contentHash: string,
    work: WorkContext,
    use: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result | undefined> {
    let release = () => {}
    const admit = async (bytes: number) => {
      release = await this.#extractor.admit(bytes, work)
    }
    try {
      const bytes = await this.#frames.readBytes(this.#store.read, work.accountId, contentHash, admit)
      return bytes && (await use(bytes))
    } finally {
      release()
    }
  }

  /**
   * Reads a picture again whose features are known, and passes its bytes on while there is memory for them. Undefined if
   * the picture is gone, or if its address now shows another one.
   */
  async rereadBytes<Result>(
    {
      url,
      picture,
      contentHash,
    }: { readonly url: string; readonly picture?: GivenPicture | undefined; readonly contentHash: string },
    work: WorkContext,
    use: (bytes: Uint8Array) => Promise<Result>,
  ): Promise<Result | undefined> {
    let release = () => {}
    const admit = async (bytes: number) => {
      release = await this.#extractor.admit(bytes, work)
    }
    const read = async (): Promise<Uint8Array | undefined> => {
      if (picture) {
        await admit(picture.bytes)
        return picture.read()
      }
      if (isDataUrl(url)) {
        await admit(Math.min(url.length, defaultFetchLimits.frameBytesMax))
        return readDataUrl(url, defaultFetchLimits.frameBytesMax).bytes
      }
      if (frameIdOfUrl(url) !== undefined) {
        return this.#frames.readBytes(this.#store.read, work.accountId, contentHash, admit)
      }
      const answer = await this.#fetcher.fetch(url, { backpressure: admit }, work)
      return answer === 'not_modified' || answer.contentHash !== contentHash ? undefined : answer.bytes
    }
    try {
      const bytes = await read()
      return bytes && bytes.byteLength > 0 ? await use(bytes) : undefined
    } finally {
      release()
    }
  }

  async #readHosted(url: string, work: WorkContext): Promise<Features> {
    const { accountId } = work
    const previous = this.#validators.find(accountId, url)
    const known = previous && (await this.#cache.find(accountId, previous.contentHash))
    let release = () => {}
    const backpressure = async (bytes: number) => {
      release = await this.#extractor.admit(bytes, work)
    }
    try {
      const answer = await this.#fetcher.fetch(url, { previous: known && previous, backpressure }, work)
      if (answer === 'not_modified') {
        if (!known) throw new Error('a host said "not modified" without being asked')
        return known
      }
      const features = await this.#featuresOf(answer.contentHash, answer.bytes, work)
      this.#validators.add(accountId, url, answer)
      return features
    } finally {
      release()
    }
  }

  async #readData(url: string, work: WorkContext): Promise<Features> {
    const release = await this.#extractor.admit(Math.min(url.length, defaultFetchLimits.frameBytesMax), work)
    try {
      const { bytes } = readDataUrl(url, defaultFetchLimits.frameBytesMax)
      return await this.#featuresOf(sha256(bytes).toString('hex'), bytes, work)
    } finally {
      release()
    }
  }

  /**
   * Concurrent requests for the same picture share one lookup and one extraction, which is aborted when all of their
   * clients have left. Real-time work does not wait for the extraction of a batch, which may be far back in the queue.
   */
  #featuresOf(contentHash: string, bytes: Uint8Array<ArrayBuffer>, work: WorkContext): Promise<Features> {
    const { accountId, priority } = work
    work.onPicture?.(contentHash, bytes)
    const urgent = `realtime ${accountId} ${contentHash}`
    const key = this.#extracting.isRunning(urgent) ? urgent : `${priority} ${accountId} ${contentHash}`
    return this.#extracting.join(key, work.signal, async (signal) => {
      const known = await this.#cache.find(accountId, contentHash)
      if (known) return known
      work.onExtract?.()
      const extracted = await this.#extract(contentHash, bytes, { accountId, priority, signal })
      return this.#cache.add(accountId, { contentHash, ...extracted })
    })
  }
}

interface UrlReaderParts {
  readonly frameReader: FrameReader
  readonly featureCache: FeatureCache
}

type FramePicture = Pick<FrameToScore, 'url' | 'picture'>

const urlKeyCharactersMax = 100

/** Fetches each URL once per request or batch, even if many frames use it. Data URLs need no fetching. */
export function createUrlReader({ frameReader, featureCache }: UrlReaderParts, { accountId, projectId }: ProjectKey) {
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

function noFrame(): FrameFault {
  return new FrameFault('frame_not_found', 'the frame library of this project has no frame with this id')
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
