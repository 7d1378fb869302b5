import { createHash } from 'node:crypto'
import type { Validators } from './ask-host.ts'
import { isDataUrl, readDataUrl } from './data-url.ts'
import type { FeatureReader, Features } from './features.ts'
import type { Fetcher } from './fetch.ts'
import { defaultFetchLimits } from './fetch-limits.ts'
import { FrameFault } from './frame-fault.ts'
import { createSlots, type Priority } from './slots.ts'

export interface ReadFrame {
  /** SHA-256 of the picture's bytes, in hex. */
  readonly contentHash: string
  readonly features: Features
}

export interface FrameReader {
  /** One attempt. Rejects with a FrameFault, with ScoringUnavailable, or with the reason of the caller's signal. */
  read(url: string, options?: ReadFrameOptions): Promise<ReadFrame>
}

export interface ReadFrameOptions {
  readonly priority?: Priority | undefined
  readonly signal?: AbortSignal | undefined
  /** The picture behind `frame:<id>`, for whoever asks; undefined where there is none. */
  readonly openFrame?: (id: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** Features that were read before, of the reader's own space. */
export interface FeatureMemory {
  find(contentHash: string): Promise<Features | undefined>
  keep(contentHash: string, features: Features): Promise<void>
}

export interface FrameReaderOptions {
  readonly fetcher: Pick<Fetcher, 'fetch'>
  readonly reader: Pick<FeatureReader, 'read'>
  readonly memory: FeatureMemory
  readonly frameBytesMax?: number
  /** Frames that may wait for a worker at once, their bytes in memory. */
  readonly framesInHandMax?: number
  readonly addressesMax?: number
}

interface Loaded {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentHash: string
}

/** From an address to features. No picture is embedded twice, and none is fetched again that its host says is unchanged. */
export function createFrameReader({
  fetcher,
  reader,
  memory,
  frameBytesMax = defaultFetchLimits.frameBytesMax,
  framesInHandMax = 32,
  addressesMax = 10_000,
}: FrameReaderOptions): FrameReader {
  const inHand = createSlots({ max: framesInHandMax, reserved: Math.floor(framesInHandMax / 4) })
  const beingRead = new Map<string, Promise<Features>>()
  const seen = new Map<string, { readonly validators: Validators; readonly contentHash: string }>()

  async function read(url: string, options: ReadFrameOptions, takeInHand: () => Promise<void>): Promise<ReadFrame> {
    const before = seen.get(url)
    const known = before === undefined ? undefined : await memory.find(before.contentHash)
    const loaded = await load(url, options, takeInHand, known && before?.validators)
    if (loaded !== 'not_modified')
      return { contentHash: loaded.contentHash, features: await featuresOf(loaded, options) }
    if (known === undefined || before === undefined) throw new Error('nothing was known that could be unchanged')
    return { contentHash: before.contentHash, features: known }
  }

  async function load(
    url: string,
    options: ReadFrameOptions,
    takeInHand: () => Promise<void>,
    previous: Validators | undefined,
  ): Promise<Loaded | 'not_modified'> {
    const { priority, signal } = options
    if (!isDataUrl(url) && !url.startsWith('frame:')) {
      const fetched = await fetcher.fetch(url, { priority, signal, previous, makeRoom: takeInHand })
      if (fetched !== 'not_modified') remember(url, fetched)
      return fetched
    }
    await takeInHand()
    return hashed(
      isDataUrl(url) ? readDataUrl(url, frameBytesMax).bytes : await open(url.slice('frame:'.length), options),
    )
  }

  async function open(id: string, { openFrame }: ReadFrameOptions): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await openFrame?.(id)
    if (bytes === undefined) throw new FrameFault('frame_not_found', 'there is no frame with this id')
    return bytes
  }

  function remember(url: string, fetched: Validators & Loaded): void {
    seen.delete(url)
    if (fetched.etag === undefined && fetched.lastModified === undefined) return
    const { bytes: _, contentHash, ...validators } = fetched
    seen.set(url, { validators, contentHash })
    const [oldest] = seen.keys()
    if (seen.size > addressesMax && oldest !== undefined) seen.delete(oldest)
  }

  async function featuresOf({ bytes, contentHash }: Loaded, { priority, signal }: ReadFrameOptions): Promise<Features> {
    // Whoever waits for another's reading must not lose it when that other leaves, so nobody's signal goes with it.
    const reading = beingRead.get(contentHash) ?? startReading(bytes, contentHash, priority)
    const features = await reading
    signal?.throwIfAborted()
    return features
  }

  function startReading(
    bytes: Uint8Array<ArrayBuffer>,
    hash: string,
    priority: Priority | undefined,
  ): Promise<Features> {
    const reading = findOrRead(bytes, hash, priority).finally(() => beingRead.delete(hash))
    beingRead.set(hash, reading)
    return reading
  }

  async function findOrRead(
    bytes: Uint8Array<ArrayBuffer>,
    hash: string,
    priority: Priority | undefined,
  ): Promise<Features> {
    const known = await memory.find(hash)
    if (known !== undefined) return known
    const features = await reader.read(bytes, { priority })
    await memory.keep(hash, features)
    return features
  }

  return {
    async read(url, options = {}) {
      let release = () => {}
      const takeInHand = async () => {
        release = await inHand.acquire(options.priority, options.signal)
      }
      return read(url, options, takeInHand).finally(() => release())
    },
  }
}

function hashed(bytes: Uint8Array<ArrayBuffer>): Loaded {
  return { bytes, contentHash: createHash('sha256').update(bytes).digest('hex') }
}
