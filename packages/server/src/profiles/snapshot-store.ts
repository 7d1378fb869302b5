import type { Snapshot, Version } from '@palate/core/profile/schema.ts'
import { emptySnapshot } from '@palate/core/profile/snapshot.ts'
import type { ProfileKey } from '../ports.ts'
import type { Db } from '../store/schema.ts'
import { type Objects, packSnapshot, partsOf, unpackSnapshot } from './objects.ts'
import { missingPart } from './profile-store.ts'

const hashesPerQueryMax = 400
const rowsPerInsertMax = 100

/** Stores the snapshots of new versions, without the objects that are stored already. Returns their hashes in order. */
export async function saveSnapshots(
  db: Db,
  profileKey: ProfileKey,
  versions: readonly Version[],
): Promise<readonly string[]> {
  const packed = versions.map(({ snapshot }) => packSnapshot(snapshot))
  const objects = new Map(packed.flatMap((pack) => [...pack.objects]))
  const stored = await findObjects(db, profileKey, [...objects.keys()], 'hash')
  for (const { hash } of stored) objects.delete(hash)
  for (const some of slices([...objects], rowsPerInsertMax)) await insertObjects(db, profileKey, some)
  return packed.map(({ hash }) => hash)
}

/** Reads snapshots by their hashes, one level of objects at a time. */
export async function loadSnapshots(
  db: Db,
  profileKey: ProfileKey,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, Snapshot>> {
  const roots = [...new Set(hashes)]
  const objects = new Map<string, string>()
  for (let level = roots; level.length > 0; ) {
    for (const { hash, content } of await findObjects(db, profileKey, level, 'content')) objects.set(hash, content)
    await refuseMissing(db, profileKey, level, objects)
    level = [...new Set(partsOf(level, objects))].filter((hash) => !objects.has(hash))
  }
  return new Map(roots.map((hash) => [hash, JSON.parse(unpackSnapshot(hash, objects)) as Snapshot]))
}

/** Reads all objects of a profile, for its whole history; `hashes` are the snapshots that must be among them. */
export async function loadAllObjects(db: Db, profileKey: ProfileKey, hashes: readonly string[]): Promise<Objects> {
  const { accountId, profileId } = profileKey
  const rows = await db
    .selectFrom('objects')
    .select(['hash', 'content'])
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
  const objects = new Map(rows.map(({ hash, content }) => [hash, content]))
  await refuseMissing(db, profileKey, hashes, objects)
  return objects
}

export async function loadSnapshot(db: Db, key: ProfileKey, hash: string): Promise<Snapshot> {
  return (await loadSnapshots(db, key, [hash])).get(hash) ?? emptySnapshot
}

async function refuseMissing(
  db: Db,
  profileKey: ProfileKey,
  hashes: readonly string[],
  objects: Objects,
): Promise<void> {
  const lost = hashes.find((hash) => !objects.has(hash))
  if (lost !== undefined) throw await missingPart(db, profileKey, `object ${lost}`)
}

async function findObjects(
  db: Db,
  { accountId, profileId }: ProfileKey,
  hashes: readonly string[],
  what: 'hash' | 'content',
) {
  const found: { hash: string; content: string }[] = []
  for (const some of slices(hashes, hashesPerQueryMax)) {
    const rows = await db
      .selectFrom('objects')
      .select(['hash', what === 'content' ? 'content' : 'hash as content'])
      .where('account_id', '=', accountId)
      .where('profile_id', '=', profileId)
      .where('hash', 'in', some)
      .execute()
    found.push(...rows)
  }
  return found
}

async function insertObjects(
  db: Db,
  { accountId, profileId }: ProfileKey,
  objects: readonly (readonly [string, string])[],
) {
  await db
    .insertInto('objects')
    .values(objects.map(([hash, content]) => ({ account_id: accountId, profile_id: profileId, hash, content })))
    .execute()
}

function slices<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
