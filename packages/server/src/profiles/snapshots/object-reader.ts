import { slicesOf } from '@palate/core/generic/slices.ts'
import { LRUCache } from 'lru-cache'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { missingPart } from '../storing/profile-store.ts'
import { findObjects, findSizes, listObjects, slicesBySize, sumBytes } from './object-store.ts'

/** Reads the objects of one profile. */
export interface ObjectReader {
  /** Reads all of these into memory. For the small objects that list others. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The contents in this order, a few megabytes at a time, or one object if it is larger. */
  contents(hashes: readonly string[]): AsyncIterable<readonly string[]>
}

/** A profile of at most this size is read whole, by one query. */
export const readAtOnceBytesMax = 4 * 1024 * 1024
/** A cache of the objects read most recently, of all profiles. They never change. Sizes are in characters. */
const cachedCharactersMax = 32 * 1024 * 1024
const cachedObjectCharactersMax = 12 * 1024 * 1024
const cache = new LRUCache<string, string>({
  maxSize: cachedCharactersMax,
  maxEntrySize: cachedObjectCharactersMax,
  sizeCalculation: (content) => content.length + 200,
})
/** Number of objects whose sizes are looked up at a time. */
const objectsPerStepMax = 400

/** Reads a small profile whole, so that a long response cannot break. Reads the objects of a large one on demand. */
export async function openObjects(db: Db, profileKey: ProfileKey, storedBytes: number | null): Promise<ObjectReader> {
  const bytes = storedBytes ?? (await sumBytes(db, profileKey))
  if (bytes > readAtOnceBytesMax) return readerOnDemand(db, profileKey)
  const rows = await listObjects(db, profileKey)
  return readerOf(db, profileKey, new Map(rows.map(({ hash, content }) => [hash, content])))
}

function readerOf(db: Db, profileKey: ProfileKey, objects: ReadonlyMap<string, string>): ObjectReader {
  async function read(hashes: readonly string[]) {
    const lost = hashes.find((hash) => !objects.has(hash))
    if (lost !== undefined) throw await missing(db, profileKey, lost)
    return objects
  }
  return {
    read,
    async *contents(hashes) {
      await read(hashes)
      yield hashes.map((hash) => objects.get(hash) ?? '')
    },
  }
}

/** Reads one object; undefined if it was deleted. */
export async function readTextBlob(db: Db, profileKey: ProfileKey, object: string): Promise<string | undefined> {
  return (await findObjects(db, profileKey, [object]))[0]?.content
}

export function readerOnDemand(db: Db, profileKey: ProfileKey): ObjectReader {
  const cacheKeyOf = (hash: string) => `${profileKey.accountId}/${profileKey.profileId}/${hash}`

  async function read(hashes: readonly string[]) {
    const objects = new Map<string, string>()
    const unknown = hashes.filter((hash) => {
      const known = cache.get(cacheKeyOf(hash))
      if (known !== undefined) objects.set(hash, known)
      return known === undefined
    })
    for (const { hash, content } of await findObjects(db, profileKey, unknown)) {
      objects.set(hash, content)
      cache.set(cacheKeyOf(hash), content)
    }
    const lost = hashes.find((hash) => !objects.has(hash))
    if (lost !== undefined) throw await missing(db, profileKey, lost)
    return objects
  }

  async function* contents(hashes: readonly string[]) {
    for (const slice of slicesOf(hashes, objectsPerStepMax)) {
      const unknown = slice.filter((hash) => !cache.has(cacheKeyOf(hash)))
      const sizes = await findSizes(db, profileKey, [...new Set(unknown)])
      for (const part of slicesBySize(slice, (hash) => sizes.get(hash) ?? cache.get(cacheKeyOf(hash))?.length ?? 0)) {
        const objects = await read([...new Set(part)])
        yield part.map((hash) => objects.get(hash) ?? '')
      }
    }
  }

  return { read, contents }
}

function missing(db: Db, profileKey: ProfileKey, hash: string): Promise<Error> {
  return missingPart(db, profileKey, `object ${hash}`)
}
