import { Fault } from '@palate/core/fault.ts'
import { limitExamples } from '@palate/core/taste/example-limit.ts'
import { namePictures } from '@palate/core/taste/picture-names.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import { type PictureSource, trainingExamplesOf, type Unusable } from '@palate/core/taste/training-examples.ts'
import { sha256 } from '../../hash.ts'
import type { State } from '../../ports.ts'
import type { Services } from '../../services.ts'
import { FrameFault } from '../faults.ts'
import type { FeatureShelf } from '../features/feature-cache.ts'
import type { FrameReader, Picture } from '../frame-reader.ts'
import {
  bumpComputed,
  deleteFaultyPins,
  findPins,
  findSeenFrame,
  inOrder,
  insertFeatures,
  insertPin,
  type Pin,
} from '../store.ts'
import { type Reading, type Taught, TaughtStates } from './training-set-cache.ts'

/**
 * Reads what a state teaches. The pictures are read when the state is first used, and pinned: the profile remembers
 * the bytes that each address gave, or why it gave none, so that a version's model never changes by itself. Only
 * `refresh` reads again what could not be read.
 */
export class Teacher {
  readonly #services: Services
  readonly #frames: FrameReader
  readonly #shelf: FeatureShelf
  readonly #states = new TaughtStates()

  constructor(services: Services, frames: FrameReader, shelf: FeatureShelf) {
    this.#services = services
    this.#frames = frames
    this.#shelf = shelf
  }

  /** What the state teaches; reads its pictures where that has not happened yet. */
  taught(state: State): Promise<Taught> {
    return this.#states.findOrRead(state, () => this.#read(state))
  }

  /** What the state teaches if all its pictures were read before; else reading them is set about. */
  async taughtAlready(state: State): Promise<Taught | undefined> {
    const known = this.#states.find(state)
    if (known) return known
    const isPinned = await this.#isPinned(state)
    const reading = this.taught(state).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'a state could not be read')
      return undefined
    })
    return isPinned ? reading : undefined
  }

  /** What the state teaches where this process knows it already. */
  taughtInMemory(state: State): Taught | undefined {
    return this.#states.latest(state)
  }

  /** The dimensions that the state's elements name. */
  async dimensionsNamed(state: State): Promise<Iterable<string>> {
    return trainingExamplesOf(await state.elements()).byDimension.keys()
  }

  /** Reads again what could not be read. */
  async refresh(state: State): Promise<Taught> {
    const computed = await this.#services.store.write(async (db) => {
      await deleteFaultyPins(db, state)
      return bumpComputed(db, state)
    })
    if (computed === undefined) throw new Fault('profile_not_found', 'the profile was just deleted')
    return this.taught({ ...state, computed })
  }

  async #isPinned(state: State): Promise<boolean> {
    const { sources } = namePictures(limitExamples(trainingExamplesOf(await state.elements()).byDimension).examples)
    const pins = new Set((await findPins(this.#services.store.read, state)).map(({ source }) => source))
    return [...sources.values()].every((source) => pins.has(pinKey(source)))
  }

  async #read(state: State): Promise<Reading> {
    const { byDimension, unusable: useless } = trainingExamplesOf(await state.elements())
    const { examples: within, dropped } = limitExamples(byDimension)
    const { examples: lessons, sources } = namePictures(within)
    const pins = new Map((await findPins(this.#services.store.read, state)).map((pin) => [pin.source, pin]))
    const readings = await Promise.all(
      [...sources].map(async ([name, source]) => [name, await this.#readPinned(state, source, pins)] as const),
    )
    const fresh = readings.flatMap(([, { pin }]) => pin ?? [])
    const read = readings.flatMap(([, { picture }]) => picture ?? [])
    const stored = fresh.length > 0 ? await this.#store(state, fresh, read) : undefined
    const computed = stored?.computed ?? state.computed
    // Somebody else was quicker and saw something else: what is pinned holds.
    if (stored?.others) return this.#read({ ...state, computed })
    const pictures = new Map(readings.flatMap(([name, { picture }]) => (picture ? [[name, picture] as const] : [])))
    const faults = new Map(readings.flatMap(([name, { fault }]) => (fault ? [[name, fault] as const] : [])))
    const taughtBy = JSON.stringify([state.key, [...pictures].map(([name, { contentHash }]) => [name, contentHash])])
    const taught: Taught = {
      seed: state.seed,
      lessons,
      pictures,
      unusable: [...useless, ...dropped, ...faultyOf(lessons, faults)],
      fingerprint: sha256(taughtBy).toString('base64url'),
    }
    return { computed, taught }
  }

  /** A picture as it was pinned, or as it is now where it was not. */
  async #readPinned(state: State, source: PictureSource, pins: ReadonlyMap<string, Pin>): Promise<PinnedReading> {
    const name = pinKey(source)
    const pin = pins.get(name)
    if (pin?.fault) return { fault: JSON.parse(pin.fault) as FrameError }
    const known = pin?.contentHash ? await this.#frames.recall(state.accountId, pin.contentHash) : undefined
    if (known) return { picture: known }
    try {
      const picture = await this.#readSource(state, source)
      // With another embedder the picture must be read anew, and it may not be the one that was pinned.
      if (pin?.contentHash && pin.contentHash !== picture.contentHash) {
        return {
          fault: {
            code: 'fetch_failed',
            message: 'the picture is no longer the one that was pinned',
            retryable: false,
          },
        }
      }
      return {
        picture,
        ...(!pin && { pin: { source: name, contentHash: picture.contentHash, fault: null } }),
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error
      const fault = error.toJSON()
      return {
        fault,
        ...(!pin && { pin: { source: name, contentHash: null, fault: JSON.stringify(fault) } }),
      }
    }
  }

  async #readSource({ accountId, projectId }: State, source: PictureSource): Promise<Picture> {
    if ('url' in source) return this.#frames.read(accountId, source.url)
    const seen =
      this.#shelf.seenAs(accountId, projectId, source.frameId) ??
      (await findSeenFrame(this.#services.store.read, accountId, projectId, source.frameId))
    const picture = seen === undefined ? undefined : await this.#frames.recall(accountId, seen)
    if (!picture) throw new FrameFault('frame_not_found', 'no exemplar and no frame scored in this project has this id')
    return picture
  }

  /** Pins and the features behind them in one transaction: what is pinned can be learned from. */
  async #store(state: State, pins: readonly Pin[], pictures: readonly Picture[]) {
    const now = this.#services.clock().toISOString()
    const rows = inOrder(
      pictures.map((picture) =>
        this.#shelf.rowOf({ accountId: state.accountId, contentHash: picture.contentHash, known: picture }),
      ),
    )
    return this.#services.store.write(async (db) => {
      for (let i = 0; i < rows.length; i += 100) await insertFeatures(db, rows.slice(i, i + 100), now)
      for (const pin of pins) await insertPin(db, state, pin, now)
      const computed = await bumpComputed(db, state)
      if (computed === undefined) throw new Fault('profile_not_found', 'the profile was just deleted')
      const stored = new Map((await findPins(db, state)).map(({ source, contentHash }) => [source, contentHash]))
      return { computed, others: pins.some(({ source, contentHash }) => stored.get(source) !== contentHash) }
    })
  }
}

interface PinnedReading {
  readonly picture?: Picture
  readonly fault?: FrameError
  /** Set where there was none yet. */
  readonly pin?: Pin
}

/** Addresses can be whole pictures; a pin's name is short. */
function pinKey(source: PictureSource): string {
  return 'url' in source ? `url:${sha256(source.url).toString('hex')}` : `frame:${source.frameId}`
}

/** The elements whose pictures could not be read. */
function faultyOf(lessons: Taught['lessons'], faults: ReadonlyMap<string, FrameError>): readonly Unusable[] {
  return [...lessons.values()].flatMap(({ labels, comparisons }) => [
    ...labels.flatMap(({ elementId, picture }) => {
      const fault = faults.get(picture)
      return fault ? [{ kind: 'exemplars' as const, id: elementId, ...fault }] : []
    }),
    ...comparisons.flatMap(({ elementId, a, b }) => {
      const fault = faults.get(a) ?? faults.get(b)
      return fault ? [{ kind: 'comparisons' as const, id: elementId, ...fault }] : []
    }),
  ])
}
