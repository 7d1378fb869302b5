import type { Snapshot, Version } from '@palate/core/profile/schema.ts'
import { emptySnapshot } from '@palate/core/profile/snapshot.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { readerOnDemand } from './object-reader.ts'
import { type Objects, packSnapshot, partsOf, unpackSnapshot } from './objects.ts'
import { shortenStored, type TextBlobs } from './text-blobs.ts'

/** The snapshots of versions as objects. */
export interface PackedSnapshots {
  /** The root of each snapshot, in order. */
  readonly hashes: readonly string[]
  readonly objects: Objects
  /** Size of the largest snapshot, without its text blobs. */
  readonly largestBytes: number
}

export function packSnapshots(versions: readonly Version[]): PackedSnapshots {
  const packed = versions.map(({ snapshot }) => packSnapshot(snapshot))
  const objects = new Map(packed.flatMap((pack) => [...pack.objects]))
  const largestBytes = packed.reduce((most, pack) => Math.max(most, textBytesOf(pack.objects.values())), 0)
  return { hashes: packed.map(({ hash }) => hash), objects, largestBytes }
}

/**
 * Reads snapshots by their hashes, one level of objects at a time. Their elements contain references to text blobs.
 * Texts inside the objects, where older versions stored them, are added to `texts`.
 */
export async function loadSnapshots(
  db: Db,
  profileKey: ProfileKey,
  hashes: Iterable<string>,
  texts: TextBlobs,
): Promise<ReadonlyMap<string, Snapshot>> {
  const roots = [...new Set(hashes)]
  const reader = readerOnDemand(db, profileKey)
  const objects = new Map<string, string>()
  for (let level = roots; level.length > 0; ) {
    for (const [hash, content] of await reader.read(level)) objects.set(hash, content)
    level = [...new Set(partsOf(level, objects))].filter((hash) => !objects.has(hash))
  }
  return new Map(
    roots.map((hash) => {
      const json = unpackSnapshot(hash, objects)
      return [hash, shortenStored(JSON.parse(json) as Snapshot, json, texts)]
    }),
  )
}

export async function loadSnapshot(db: Db, key: ProfileKey, hash: string, texts: TextBlobs): Promise<Snapshot> {
  return (await loadSnapshots(db, key, [hash], texts)).get(hash) ?? emptySnapshot
}

export function textBytesOf(texts: Iterable<string>): number {
  let bytes = 0
  for (const text of texts) bytes += Buffer.byteLength(text)
  return bytes
}
