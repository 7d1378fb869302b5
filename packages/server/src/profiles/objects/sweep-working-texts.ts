import type { ListPinnedWorking, ProfileKey } from '../../ports.ts'
import type { Services } from '../../services.ts'
import { holdProfile } from '../../store/rows/profile-rows.ts'
import { referencesIn } from './long-texts.ts'
import { deleteObjectsNamed, findTextsOfFrames, slicesBySize } from './object-store.ts'
import { deleteReleased, listProfilesWithReleased, listReleased } from './working-text-store.ts'

/** A text that nothing refers to is kept this long: an answer that is being streamed may still need it. */
export const releasedTextsKeptMs = 3600 * 1000
const profilesPerSweepMax = 100
const textsPerProfileMax = 1000

/** Deletes long texts that working changes referred to and that were not committed. Safe beside writers. */
export async function sweepWorkingTexts(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  listPinnedWorking: ListPinnedWorking,
): Promise<void> {
  const before = new Date(clock().getTime() - releasedTextsKeptMs).toISOString()
  for (const profileKey of await listProfilesWithReleased(store.read, before, profilesPerSweepMax)) {
    await sweepProfile(store, profileKey, before, listPinnedWorking)
  }
}

/** In small transactions, each under the lock of the profile's row: a writer may refer to a text again until then. */
async function sweepProfile(
  store: Services['store'],
  profileKey: ProfileKey,
  before: string,
  listPinnedWorking: ListPinnedWorking,
): Promise<void> {
  const released = await listReleased(store.read, profileKey, before, textsPerProfileMax)
  for (const slice of slicesBySize(released, ({ bytes }) => bytes)) {
    await store.write(
      async (db) => {
        await holdProfile(db, profileKey)
        const needed = referencesIn(await listPinnedWorking(db, profileKey))
        const kept = await findTextsOfFrames(
          db,
          profileKey,
          slice.map(({ hash }) => hash),
        )
        const strays = slice.map(({ hash }) => hash).filter((hash) => !needed.has(hash) && !kept.has(hash))
        if (strays.length === 0) return
        const deleted = await deleteReleased(db, profileKey, strays, before)
        if (deleted.length > 0) await deleteObjectsNamed(db, profileKey, deleted)
      },
      { usesReserve: true },
    )
  }
}
