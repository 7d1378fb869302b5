import { randomUUID } from 'node:crypto'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { refuseLargeProfile } from '../storing/profile-size.ts'
import { holdProfile, noProfile, profileWrite } from '../storing/profile-store.ts'
import { findStored, inHashOrder, insertObjects } from './object-store.ts'
import type { Objects } from './objects.ts'
import {
  addStoredBytes,
  changePieceAhead,
  deletePiecesAhead,
  insertPieceAhead,
  listPiecesAhead,
} from './objects-ahead-store.ts'
import { textBytesOf } from './snapshot-store.ts'

/** Objects that one transaction stores. On SQLite every other writer waits for it: about 40 ms. */
export const objectsPerPieceMax = 5000

/** The objects that a commit needs and that were not stored permanently when they were looked up. */
export interface NewObjects {
  readonly objects: Objects
  /** Objects that are not stored. */
  readonly missing: readonly string[]
  /** Objects that another write has stored ahead of its commit. It may fail, and a sweep may then delete them. */
  readonly storedAhead: readonly string[]
  /** Objects that this write has stored ahead of its commit. */
  readonly ahead?: { readonly writer: string; readonly pieces: number }
}

/**
 * Stores the objects of a large write in many short transactions before the one that commits it, so that other writers
 * do not wait for all of it. Objects never change and nothing references these yet, so they are invisible.
 *
 * They are listed in `objects_ahead` until a commit references them. If the write is refused or the process dies, a
 * sweep deletes them (`sweep-objects-ahead.ts`). Until then their bytes count towards the profile's size. `path` is the
 * location in the body to report if the profile becomes too large.
 */
export async function writeAhead(
  store: Store,
  profileKey: ProfileKey,
  objects: Objects,
  { now, path }: { readonly now: string; readonly path: string | null },
): Promise<NewObjects> {
  const writer = randomUUID()
  const fresh = new Map(objects)
  const storedAhead: string[] = []
  let pieces = 0
  for (const hashes of slicesOf(
    inHashOrder(objects.keys(), (hash) => hash),
    objectsPerPieceMax,
  )) {
    const piece = pieces
    const found = await store.write(
      async (db) => {
        const profile = await holdProfile(db, profileKey)
        if (!profile) throw noProfile()
        const known = await lookUp(db, profileKey, hashes)
        if (known.missing.length > 0) {
          await insertNamed(db, profileKey, objects, known.missing)
          await insertPieceAhead(db, profileKey, { writer, piece, hashes: known.missing }, now)
          const bytes = objectBytesOf(objects, known.missing)
          refuseLargeProfile((profile.storedBytes ?? 0) + bytes, bytes, path)
          await addStoredBytes(db, profileKey, bytes)
        }
        return known
      },
      { ...profileWrite(profileKey), isPartOfLongWrite: true },
    )
    for (const hash of found.lasting) fresh.delete(hash)
    storedAhead.push(...found.storedAhead)
    if (found.missing.length > 0) pieces += 1
  }
  return { objects: fresh, missing: [], storedAhead, ahead: { writer, pieces } }
}

/** Serves a write that stores everything in its own transaction, unlike `writeAhead`. The profile's row is locked. */
export async function findNewObjects(db: Db, profileKey: ProfileKey, objects: Objects): Promise<NewObjects> {
  const { lasting, ...rest } = await lookUp(db, profileKey, [...objects.keys()])
  const fresh = new Map(objects)
  for (const hash of lasting) fresh.delete(hash)
  return { objects: fresh, ...rest }
}

/**
 * Stores new objects permanently, in the transaction of the commit that references them. Returns by how many bytes the
 * profile grows, not counting objects stored ahead, which are counted already. The profile's row is locked.
 */
export async function storePermanently(
  db: Db,
  profileKey: ProfileKey,
  { objects, missing, storedAhead, ahead }: NewObjects,
): Promise<number> {
  const hasAll = !ahead || (await deletePiecesAhead(db, profileKey, ahead.writer)) === ahead.pieces
  const inDoubt = hasAll ? storedAhead : [...objects.keys()]
  await removeFromLists(db, profileKey, new Set(inDoubt))
  const stored = await findStored(db, profileKey, inDoubt)
  const wanted = [...(hasAll ? missing : []), ...inDoubt.filter((hash) => !stored.has(hash))]
  await insertNamed(db, profileKey, objects, wanted)
  return objectBytesOf(objects, wanted)
}

async function lookUp(db: Db, profileKey: ProfileKey, hashes: readonly string[]) {
  const stored = await findStored(db, profileKey, hashes)
  const pieces = stored.size === 0 ? [] : await listPiecesAhead(db, profileKey)
  const listed = new Set(pieces.flatMap((piece) => piece.hashes))
  return {
    missing: hashes.filter((hash) => !stored.has(hash)),
    lasting: hashes.filter((hash) => stored.has(hash) && !listed.has(hash)),
    storedAhead: hashes.filter((hash) => stored.has(hash) && listed.has(hash)),
  }
}

/** Removes objects from the lists of other writes, which no longer decide whether they are kept. */
async function removeFromLists(db: Db, profileKey: ProfileKey, hashes: ReadonlySet<string>): Promise<void> {
  if (hashes.size === 0) return
  for (const piece of await listPiecesAhead(db, profileKey)) {
    const rest = piece.hashes.filter((hash) => !hashes.has(hash))
    if (rest.length < piece.hashes.length) await changePieceAhead(db, profileKey, { ...piece, hashes: rest })
  }
}

function insertNamed(db: Db, profileKey: ProfileKey, objects: Objects, hashes: readonly string[]): Promise<void> {
  return insertObjects(
    db,
    profileKey,
    hashes.map((hash) => [hash, objects.get(hash) ?? ''] as const),
  )
}

function objectBytesOf(objects: Objects, hashes: readonly string[]): number {
  return textBytesOf(hashes.map((hash) => objects.get(hash) ?? ''))
}
