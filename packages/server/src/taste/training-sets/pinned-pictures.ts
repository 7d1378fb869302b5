import { Fault } from '@palate/core/fault.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import { objectNameOf, referenceAtEnd } from '@palate/core/profile/text-blobs.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import { inOrder, insertFeatures } from '../../pictures/features/feature-store.ts'
import type { Features } from '../../pictures/features/features.ts'
import { FrameFault } from '../../pictures/picture-faults.ts'
import { findPins, insertPin, type Pin } from '../../pictures/pin-store.ts'
import type { ReadPicture } from '../../pictures/reading/frame-reader.ts'
import type { FramesPort, InlinePicture } from '../../ports/frames.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import { pinKeyOf } from '../../store/pin-key.ts'
import { createSemaphore } from '../../work/semaphore.ts'
import type { ReadSource } from './source-reader.ts'

/** Inline pictures that this process reads concurrently from the store to learn from. */
const inlinePicturesAtOnceMax = 8
const featuresPerInsertMax = 100

/** By picture name. */
export type Sources = ReadonlyMap<string, PictureSource>

export interface PictureReadings {
  readonly pictures: ReadonlyMap<string, Features>
  readonly faults: ReadonlyMap<string, FrameError>
  /** The revision of `State`, incremented if pictures were pinned. */
  readonly derivedRevision: number
}

/**
 * The pictures that a profile learns from. A picture is pinned when it is first read: the profile keeps the hash of the
 * bytes behind the URL, or the fault if it could not be read. So the model of a version never changes unexpectedly.
 */
export class PinnedPictures {
  readonly #services: ThreadServices
  readonly #readSource: ReadSource
  readonly #featureCache: FeatureCache
  readonly #frames: Pick<FramesPort, 'addInlineFrame'>
  readonly #profiles: Pick<ProfilesPort, 'incrementDerivedRevision'>
  readonly #inlinePictures = createSemaphore({ max: inlinePicturesAtOnceMax })

  constructor(
    services: ThreadServices,
    readSource: ReadSource,
    featureCache: FeatureCache,
    frames: Pick<FramesPort, 'addInlineFrame'>,
    profiles: Pick<ProfilesPort, 'incrementDerivedRevision'>,
  ) {
    this.#services = services
    this.#readSource = readSource
    this.#featureCache = featureCache
    this.#frames = frames
    this.#profiles = profiles
  }

  async areAllPinned(state: State, sources: Sources): Promise<boolean> {
    const pins = new Set((await findPins(this.#services.store.read, state)).map(({ source }) => source))
    return [...sources.values()].every((source) => pins.has(pinKeyOf(source)))
  }

  async read(state: State, sources: Sources): Promise<PictureReadings> {
    const pins = new Map((await findPins(this.#services.store.read, state)).map((pin) => [pin.source, pin]))
    const readings = await Promise.all(
      [...sources].map(async ([name, source]) => [name, await this.#readOne(state, source, pins)] as const),
    )
    const newPins = readings.flatMap(([, { newPin }]) => newPin ?? [])
    const pictures = new Map(readings.flatMap(([name, { picture }]) => (picture ? [[name, picture] as const] : [])))
    const newPictures = readings.flatMap(([, { picture, isStored }]) => (picture && !isStored ? picture : []))
    const newFrames = readings.flatMap(([, { newFrame }]) => newFrame ?? [])
    const stored = newPins.length > 0 ? await this.#store(state, newPins, newPictures, newFrames) : undefined
    const derivedRevision = stored?.derivedRevision ?? state.derivedRevision
    // Another process pinned different bytes first; use its pins.
    if (stored?.differs) return this.read({ ...state, derivedRevision }, sources)
    const faults = new Map(readings.flatMap(([name, { fault }]) => (fault ? [[name, fault] as const] : [])))
    return { pictures, faults, derivedRevision }
  }

  /** Like `read`, but only if every picture is pinned and its features are stored. Reads no pictures. */
  async findStored(state: State, sources: Sources): Promise<PictureReadings | undefined> {
    const pins = new Map((await findPins(this.#services.store.read, state)).map((pin) => [pin.source, pin]))
    const pictures = new Map<string, Features>()
    const faults = new Map<string, FrameError>()
    const found = await Promise.all(
      Array.from(sources, async ([name, source]) => {
        const pin = pins.get(pinKeyOf(source))
        const picture = pin?.contentHash ? await this.#featureCache.find(state.accountId, pin.contentHash) : undefined
        return { name, pin, picture }
      }),
    )
    for (const { name, pin, picture } of found) {
      if (pin?.fault) faults.set(name, JSON.parse(pin.fault) as FrameError)
      else if (picture) pictures.set(name, picture)
      else return undefined
    }
    return { pictures, faults, derivedRevision: state.derivedRevision }
  }

  /** Reads the pinned picture, or the current one if it is not pinned. */
  async #readOne(state: State, source: PictureSource, pins: ReadonlyMap<string, Pin>): Promise<Reading> {
    const key = pinKeyOf(source)
    const pin = pins.get(key)
    if (pin?.fault) return { fault: JSON.parse(pin.fault) as FrameError }
    const known = pin?.contentHash ? await this.#featureCache.find(state.accountId, pin.contentHash) : undefined
    if (known) return { picture: known, isStored: true }
    try {
      const { inline, ...picture } = await this.#readNow(state, source)
      const { contentHash } = picture
      if (!pin) {
        const newFrame = inline && { ...inline, contentHash, object: objectOf(source) }
        return { picture, newPin: { source: key, contentHash, fault: null }, ...(newFrame && { newFrame }) }
      }
      // After a change of the embedder a pinned picture is fetched again, and its bytes may have changed.
      return pin.contentHash === contentHash ? { picture } : { fault: changedSincePinned }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error
      const fault = error.toJSON()
      return { fault, ...(!pin && { newPin: { source: key, contentHash: null, fault: JSON.stringify(fault) } }) }
    }
  }

  /** A state may have more inline pictures than fit into memory, so they are read a few at a time. */
  async #readNow(state: State, source: PictureSource): Promise<ReadPicture> {
    if ('frameId' in source || !referenceAtEnd(source.url)) return this.#readSource(state, source)
    const release = await this.#inlinePictures.acquire()
    try {
      return await this.#readSource(state, { url: await state.resolveAddress(source.url) })
    } finally {
      release()
    }
  }

  /**
   * Stores pins and their features in one transaction, so that every pinned picture can be used for learning. Inline
   * pictures become frames of the library.
   */
  async #store(state: State, pins: readonly Pin[], pictures: readonly Features[], frames: readonly NewInlineFrame[]) {
    const now = this.#services.clock().toISOString()
    const rows = inOrder(pictures.map((picture) => this.#featureCache.rowOf(state.accountId, picture)))
    const row = { accountId: state.accountId, id: state.profileId }
    return this.#services.store.write(
      async (db) => {
        for (const slice of slicesOf(rows, featuresPerInsertMax)) await insertFeatures(db, slice, now)
        for (const pin of pins) await insertPin(db, state, pin, now)
        for (const { object, ...picture } of frames.toSorted(byContent)) {
          await this.#frames.addInlineFrame(db, state, picture, object, now)
        }
        const derivedRevision = await this.#profiles.incrementDerivedRevision(db, state)
        if (derivedRevision === undefined) throw new Fault('profile_not_found', 'the profile was just deleted')
        const stored = new Map((await findPins(db, state)).map(({ source, contentHash }) => [source, contentHash]))
        return { derivedRevision, differs: pins.some(({ source, contentHash }) => stored.get(source) !== contentHash) }
      },
      { row },
    )
  }
}

type NewInlineFrame = InlinePicture & { readonly contentHash: string; readonly object: string | undefined }

/** The object that contains an inline picture as text, if it is long. */
function objectOf(source: PictureSource): string | undefined {
  const found = 'url' in source ? referenceAtEnd(source.url) : undefined
  return found && objectNameOf(found.reference)
}

/** Concurrent transactions must lock the bytes in the same order. */
function byContent(one: NewInlineFrame, other: NewInlineFrame): number {
  return one.contentHash < other.contentHash ? -1 : 1
}

interface Reading {
  readonly picture?: Features
  /** Set if the features were stored with the pin. They stay as long as the pin does. */
  readonly isStored?: boolean
  readonly fault?: FrameError
  /** Set if the picture was not pinned before. */
  readonly newPin?: Pin
  /** Set as well if the picture is inline. */
  readonly newFrame?: NewInlineFrame
}

const changedSincePinned: FrameError = {
  code: 'fetch_failed',
  message: 'the picture has changed since it was pinned',
  retryable: false,
}
