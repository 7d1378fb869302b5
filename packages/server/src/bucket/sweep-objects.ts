import type { Services } from '../services.ts'
import {
  claimStray,
  forgetObject,
  listObjects,
  listObjectsOf,
  type ObjectRow,
  releaseObject,
  type Stray,
} from './object-rows.ts'
import type { ObjectKey, ObjectStore } from './object-store.ts'

/** An object without a reference is removed after this time. No upload takes as long. */
export const strayObjectsKeptMs = 3600_000
const rowsPerReadMax = 400

/** Homes in which objects were removed, and in which some are still referred to. */
export interface Leftovers {
  readonly removed: ReadonlySet<string>
  readonly kept: ReadonlySet<string>
}

/** Removes objects that nothing refers to. Safe alongside writers and other sweeps. */
export function createObjectSweep(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  objects: Pick<ObjectStore, 'remove' | 'knows'>,
  isReferenced: Stray['isReferenced'],
) {
  /** Where the last sweep of each account ended. */
  const ends = new Map<string, ObjectRow>()

  const strayFor = (ms: number): Stray => ({
    isReferenced,
    keptBefore: new Date(clock().getTime() - ms).toISOString(),
  })

  /** False if something refers to it. */
  async function remove(row: ObjectRow, stray: Stray, end: typeof releaseObject = forgetObject): Promise<boolean> {
    const now = clock().toISOString()
    if (!(await store.write((db) => claimStray(db, row, stray, now), { usesReserve: true }))) return false
    await objects.remove(row.home, row)
    await store.write((db) => end(db, row, now), { usesReserve: true })
    return true
  }

  async function removeStrays(accountId: string, isWanted: (row: ObjectRow) => boolean): Promise<Leftovers> {
    const removed = new Set<string>()
    const kept = new Set<string>()
    // In the future, because the clocks of processes differ.
    const stray = strayFor(-strayObjectsKeptMs)
    for (let last: ObjectRow | undefined; ; ) {
      const rows = await listObjects(store.read, accountId, { after: last, limit: rowsPerReadMax }, stray)
      for (const row of rows.filter(isWanted)) {
        const isRemoved = await remove(row, stray)
        const homes = isRemoved ? removed : kept
        homes.add(row.home)
      }
      last = rows.at(-1)
      if (!last) return { removed, kept }
    }
  }

  return {
    /** Checks a number of objects of an account; the next run continues from there. True if it has reached the end. */
    async run(accountId: string, rowsMax: number): Promise<boolean> {
      const stray = strayFor(strayObjectsKeptMs)
      for (let read = 0; read < rowsMax; read += rowsPerReadMax) {
        const from = { after: ends.get(accountId), limit: rowsPerReadMax }
        const rows = await listObjects(store.backgroundRead, accountId, from, stray)
        // What is in a bucket that the configuration does not name stays there until it does.
        for (const row of rows) if (row.isStray && objects.knows(row.home)) await remove(row, stray)
        const last = rows.at(-1)
        if (!last || rows.length < rowsPerReadMax) {
          ends.delete(accountId)
          return true
        }
        ends.set(accountId, last)
      }
      return false
    },

    /** Removes the objects of a picture and its thumbnails, however new, unless something refers to them. */
    async removeOfPicture(picture: Pick<ObjectKey, 'accountId' | 'contentHash'>): Promise<void> {
      const stray = strayFor(-strayObjectsKeptMs)
      for (const row of await listObjectsOf(store.read, picture)) await remove(row, stray, releaseObject)
    },

    /** Removes all objects of an account whose other rows have been deleted. */
    async removeOfAccount(accountId: string): Promise<void> {
      await removeStrays(accountId, () => true)
    },

    /** Removes what a move has left outside of its target. An upload that goes there is refused. */
    removeOutside: (accountId: string, target: string | null) =>
      removeStrays(accountId, ({ home }) => home !== target && objects.knows(home)),
  }
}
