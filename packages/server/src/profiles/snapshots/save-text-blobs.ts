import type { TextBlobReference } from '@palate/core/profile/text-blobs.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { findStored, insertObjects } from './object-store.ts'
import type { TextBlobs } from './text-blobs.ts'
import {
  commitUncommittedBlobs,
  insertUncommittedBlobs,
  reclaimUncommittedBlobs,
  releaseUncommittedBlobs,
} from './uncommitted-blob-store.ts'

export type References = ReadonlyMap<string, TextBlobReference>

/** How a write changes the text blobs that a profile references, by object name. */
export interface TextChanges {
  /** Referenced by the working changes and the effective snapshot before the write. */
  readonly before: References
  /** Referenced by them after the write. */
  readonly working: References
  /** Referenced by the versions that the write adds. */
  readonly committed: References
  /** The texts that the request holds in memory. */
  readonly texts: TextBlobs
}

/**
 * Stores new text blobs. Returns by how many bytes the profile's referenced texts grow, which may be negative.
 *
 * A text blob is stored when an element first references it. Once a version references it, it is kept as long as the
 * profile. A blob that only the working changes or the effective snapshot reference is an uncommitted blob, listed in
 * `working_texts`. It is released when they no longer reference it. `sweep-uncommitted-blobs.ts` deletes it later, when
 * no reader can still need it.
 */
export async function saveTextBlobs(
  db: Db,
  profileKey: ProfileKey,
  { before, working, committed, texts }: TextChanges,
  now: string,
): Promise<number> {
  if (before.size + committed.size + working.size === 0) return 0
  const uncommitted = [...working.keys()].filter((name) => !committed.has(name))
  const names = [...new Set([...committed.keys(), ...working.keys()])].filter((name) => !before.has(name))
  const stored = await findStored(db, profileKey, names)
  const missing = names.filter((name) => !stored.has(name))
  await insertObjects(
    db,
    profileKey,
    missing.map((name) => [name, textNamed(texts, name)]),
  )
  const references = new Map([...committed, ...working])
  const isNew = new Set(missing)
  const added = missing.flatMap((hash) => toRow(hash, references))
  await insertUncommittedBlobs(
    db,
    profileKey,
    added.filter(({ hash }) => !committed.has(hash)),
  )
  const recommitted = await commitUncommittedBlobs(db, profileKey, [...committed.keys()])
  const reclaimed = await reclaimUncommittedBlobs(
    db,
    profileKey,
    uncommitted.filter((name) => !before.has(name) && !isNew.has(name)),
  )
  const dropped = [...before.keys()].filter((name) => !references.has(name))
  const released = await releaseUncommittedBlobs(db, profileKey, dropped, now)
  return added.reduce((sum, { bytes }) => sum + bytes, recommitted + reclaimed - released)
}

function toRow(hash: string, references: References) {
  const reference = references.get(hash)
  return reference ? [{ hash, bytes: reference.bytes }] : []
}

function textNamed(texts: TextBlobs, name: string): string {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`the text blob ${name} is not stored`)
  return text
}
