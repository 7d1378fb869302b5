import type { NamedExamples, Unusable } from '@palate/core/taste/training-examples.ts'
import { LRUCache } from 'lru-cache'
import type { State } from '../../ports.ts'
import type { Picture } from '../frame-reader.ts'

/** What can be learned from a state: its lessons, and the pictures that they speak of as far as they could be read. */
export interface Taught {
  readonly seed: string | null
  readonly lessons: ReadonlyMap<string, NamedExamples>
  /** By the names that the lessons have for them. */
  readonly pictures: ReadonlyMap<string, Picture>
  readonly unusable: readonly Unusable[]
  /** Equal for what teaches the same. */
  readonly fingerprint: string
}

/** What a state taught when so much had been computed for its profile. */
export interface Reading {
  readonly computed: number
  readonly taught: Taught
}

type Which = Pick<State, 'profileId' | 'key' | 'computed'>

const statesInMemoryMax = 200
export const taughtBytesInMemoryMax = 128 * 1024 * 1024

/**
 * What the latest states taught. Those who ask for the same state at the same time share one reading. One state can be
 * larger than all that may be kept: then it is read again each time.
 */
export class TaughtStates {
  readonly #kept = new LRUCache<string, Reading>({ max: statesInMemoryMax, maxSize: taughtBytesInMemoryMax })
  readonly #underWay = new Map<string, { readonly computed: number; readonly taught: Promise<Taught> }>()

  /** Of whatever age. */
  latest(state: Which): Taught | undefined {
    return this.#kept.get(nameOf(state))?.taught
  }

  find(state: Which): Taught | undefined {
    const known = this.#kept.get(nameOf(state))
    return known && known.computed >= state.computed ? known.taught : undefined
  }

  async findOrRead(state: Which, read: () => Promise<Reading>): Promise<Taught> {
    const known = this.find(state)
    if (known) return known
    const name = nameOf(state)
    const running = this.#underWay.get(name)
    if (running && running.computed >= state.computed) return running.taught
    const started = { computed: state.computed, taught: read().then((reading) => this.#keep(name, reading)) }
    this.#underWay.set(name, started)
    return started.taught.finally(() => this.#underWay.get(name) === started && this.#underWay.delete(name))
  }

  #keep(name: string, reading: Reading): Taught {
    const newer = this.#kept.get(name)
    if (newer && newer.computed > reading.computed) return reading.taught
    this.#kept.set(name, reading, { size: bytesOf(reading.taught) })
    return reading.taught
  }
}

function nameOf({ profileId, key }: Which): string {
  return `${profileId}/${key}`
}

/** Roughly what a lesson, an unusable element, or a picture beside its embedding takes up. */
const bytesEach = 500

function bytesOf({ lessons, pictures, unusable }: Taught): number {
  const all = [...lessons.values()]
  const judgements = all.reduce((sum, { labels, comparisons }) => sum + labels.length + comparisons.length, 0)
  const constraints = all.flatMap((of) => of.constraints).map((one) => 2 * JSON.stringify(one).length)
  const embeddings = [...pictures.values()].map(({ embedding }) => embedding.byteLength)
  const entries = 1 + judgements + constraints.length + pictures.size + unusable.length
  return bytesEach * entries + sumOf(constraints) + sumOf(embeddings)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
