import type { ListPinnedWorking } from '../../ports/batches.ts'
import type { IsTextOfFrame } from '../../ports/frames.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Services } from '../../services.ts'
import { holdProfile } from '../storing/profile-store.ts'
import { deleteObjectsNamed, findTextsOfFrames, slicesBySize } from './object-store.ts'
import { referencesIn } from './text-blobs.ts'
import { deleteReleased, listProfilesWithReleased, listReleased } from './uncommitted-blob-store.ts'

/** How long an unreferenced text is kept: a response that is being streamed may still need it. */
export const releasedTextsKeptMs = 3600 * 1000
const profilesPerSweepMax = 100
const textsPerProfileMax = 1000

/** Deletes an account's uncommitted blobs that the working changes no longer reference. Safe to run alongside writers. */
export async function sweepUncommittedBlobs(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
  listPinnedWorking: ListPinnedWorking,
  isTextOfFrame: IsTextOfFrame,
): Promise<void> {
  const before = new Date(clock().getTime() - releasedTextsKeptMs).toISOString()
  for (const profileKey of await listProfilesWithReleased(store.read, accountId, before, profilesPerSweepMax)) {
    await sweepProfile(store, profileKey, before, listPinnedWorking, isTextOfFrame)
  }
}

/** Uses small transactions, each of which locks the profile's row: until then a writer may reference a text again. */
async function sweepProfile(
  store: Services['store'],
  profileKey: ProfileKey,
  before: string,
  listPinnedWorking: ListPinnedWorking,
  isTextOfFrame: IsTextOfFrame,
): Promise<void> {
  const released = await listReleased(store.read, profileKey, before, textsPerProfileMax)
  for (const slice of slicesBySize(released, ({ bytes }) => bytes)) {
    await store.write(
      async (db) => {
        await holdProfile(db, profileKey)
        const needed = referencesIn(await listPinnedWorking(db, profileKey))
        const hashes = slice.map(({ hash }) => hash)
        const kept = await findTextsOfFrames(db, profileKey, hashes, isTextOfFrame)
        const strays = hashes.filter((hash) => !needed.has(hash) && !kept.has(hash))
        if (strays.length === 0) return
        const deleted = await deleteReleased(db, profileKey, strays, before)
        if (deleted.length > 0) await deleteObjectsNamed(db, profileKey, deleted)
      },
      { usesReserve: true },
    )
  }
}
