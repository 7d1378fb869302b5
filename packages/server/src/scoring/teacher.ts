import { Fault } from '@palate/core/fault.ts'
import type { ElementLists } from '@palate/core/profile/schema.ts'
import { withinLimit } from '@palate/core/taste/lessons-limit.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import { type Lessons, lessonsOf, type PictureSource, sourceKey, type Unusable } from '@palate/core/taste/teaching.ts'
import { LRUCache } from 'lru-cache'
import { type Services, type State, sha256 } from '../services.ts'
import { FrameFault } from './frame-fault.ts'
import type { FrameReader, Picture } from './frames.ts'
import type { FeatureShelf } from './shelf.ts'
import {
  bumpComputed,
  deleteFaultyPins,
  findPins,
  findSeenFrame,
  insertFeatures,
  insertPin,
  type Pin,
} from './store.ts'

/** What can be learned from a state: its lessons, and the pictures that they speak of as far as they could be read. */
export interface Taught {
  readonly state: State
  readonly elements: ElementLists
  readonly lessons: ReadonlyMap<string, Lessons>
  readonly pictures: ReadonlyMap<string, Picture>
  readonly unusable: readonly Unusable[]
  /** Equal for what teaches the same. */
  readonly fingerprint: string
}

const statesInMemoryMax = 200

/**
 * Reads what a state teaches. The pictures are read when the state is first used, and pinned: the profile remembers
 * the bytes that each address gave, or why it gave none, so that a version's model never changes by itself. Only
 * `refresh` reads again what could not be read.
 */
export class Teacher {
  readonly #services: Services
  readonly #frames: FrameReader
  readonly #shelf: FeatureShelf
  readonly #states = new LRUCache<string, Reading>({ max: statesInMemoryMax })

  constructor(services: Services, frames: FrameReader, shelf: FeatureShelf) {
    this.#services = services
    this.#frames = frames
    this.#shelf = shelf
  }

  /** What the state teaches; reads its pictures where that has not happened yet. */
  taught(state: State): Promise<Taught> {
    const name = nameOf(state)
    const known = this.#states.get(name)
    if (known && known.computed >= state.computed) return known.taught
    const reading: Reading = {
      computed: state.computed,
      done: undefined,
      taught: this.#read(state, (computed) => {
        reading.computed = computed
      }),
    }
    this.#states.set(name, reading)
    reading.taught.then(
      (taught) => {
        reading.done = taught
      },
      () => this.#states.get(name) === reading && this.#states.delete(name),
    )
    return reading.taught
  }

  /** What the state teaches if all its pictures were read before; else reading them is set about. */
  async taughtAlready(state: State): Promise<Taught | undefined> {
    const known = this.#states.get(nameOf(state))
    if (known?.done && known.computed >= state.computed) return known.done
    const isPinned = await this.#isPinned(state)
    const reading = this.taught(state).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'a state could not be read')
      return undefined
    })
    return isPinned ? reading : undefined
  }

  /** What the state teaches where this process knows it already. */
  taughtInMemory(state: State): Taught | undefined {
    return this.#states.get(nameOf(state))?.done
  }

  /** The dimensions that the state's elements name. */
  async dimensionsNamed(state: State): Promise<Iterable<string>> {
    return lessonsOf(await state.elements()).byDimension.keys()
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
    const { lessons } = withinLimit(lessonsOf(await state.elements()).byDimension)
    const pins = new Set((await findPins(this.#services.store.read, state)).map(({ source }) => source))
    return [...sourcesOf(lessons).values()].every((source) => pins.has(pinKey(source)))
  }

  async #read(state: State, onComputed: (computed: number) => void): Promise<Taught> {
    const elements = await state.elements()
    const { byDimension, unusable: useless } = lessonsOf(elements)
    const { lessons, left } = withinLimit(byDimension)
    const sources = sourcesOf(lessons)
    const pins = new Map((await findPins(this.#services.store.read, state)).map((pin) => [pin.source, pin]))
    const readings = await Promise.all(
      [...sources].map(
        async ([key, source]) => [key, await this.#readPinned(state, source, pins.get(pinKey(source)))] as const,
      ),
    )
    const fresh = readings.flatMap(([, { pin }]) => pin ?? [])
    if (fresh.length > 0) {
      const read = readings.flatMap(([, { picture }]) => picture ?? [])
      const { computed, others } = await this.#store(state, fresh, read)
      onComputed(computed)
      // Somebody else was quicker and saw something else: what is pinned holds.
      if (others) return this.#read(state, onComputed)
    }
    const pictures = new Map(readings.flatMap(([key, { picture }]) => (picture ? [[key, picture] as const] : [])))
    const faults = new Map(readings.flatMap(([key, { fault }]) => (fault ? [[key, fault] as const] : [])))
    const taughtBy = JSON.stringify([state.key, [...pictures].map(([key, { contentHash }]) => [key, contentHash])])
    return {
      state,
      elements,
      lessons,
      pictures,
      unusable: [...useless, ...left, ...faultyOf(lessons, faults)],
      fingerprint: sha256(taughtBy).toString('base64url'),
    }
  }

  /** A picture as it was pinned, or as it is now where it was not. */
  async #readPinned(state: State, source: PictureSource, pin: Pin | undefined): Promise<PinnedReading> {
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
        ...(!pin && { pin: { source: pinKey(source), contentHash: picture.contentHash, fault: null } }),
      }
    } catch (error) {
      if (!(error instanceof FrameFault)) throw error
      const fault = error.toJSON()
      return {
        fault,
        ...(!pin && { pin: { source: pinKey(source), contentHash: null, fault: JSON.stringify(fault) } }),
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
    const rows = pictures.map((picture) =>
      this.#shelf.rowOf({ accountId: state.accountId, contentHash: picture.contentHash, known: picture }),
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

interface Reading {
  computed: number
  taught: Promise<Taught>
  done: Taught | undefined
}

interface PinnedReading {
  readonly picture?: Picture
  readonly fault?: FrameError
  /** Set where there was none yet. */
  readonly pin?: Pin
}

function nameOf({ profileId, key }: State): string {
  return `${profileId}/${key}`
}

/** Addresses can be whole pictures; a pin's name is short. */
function pinKey(source: PictureSource): string {
  return 'url' in source ? `url:${sha256(source.url).toString('hex')}` : `frame:${source.frameId}`
}

function sourcesOf(lessons: ReadonlyMap<string, Lessons>): ReadonlyMap<string, PictureSource> {
  const all = [...lessons.values()].flatMap(({ labels, comparisons }) => [
    ...labels.map(({ picture }) => picture),
    ...comparisons.flatMap(({ a, b }) => [a, b]),
  ])
  return new Map(all.map((source) => [sourceKey(source), source]))
}

/** The elements whose pictures could not be read. */
function faultyOf(lessons: ReadonlyMap<string, Lessons>, faults: ReadonlyMap<string, FrameError>): readonly Unusable[] {
  return [...lessons.values()].flatMap(({ labels, comparisons }) => [
    ...labels.flatMap(({ elementId, picture }) => {
      const fault = faults.get(sourceKey(picture))
      return fault ? [{ kind: 'exemplars' as const, id: elementId, ...fault }] : []
    }),
    ...comparisons.flatMap(({ elementId, a, b }) => {
      const fault = faults.get(sourceKey(a)) ?? faults.get(sourceKey(b))
      return fault ? [{ kind: 'comparisons' as const, id: elementId, ...fault }] : []
    }),
  ])
}
