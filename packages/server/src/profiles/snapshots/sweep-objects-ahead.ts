import type { Services } from '../../services.ts'
import { holdProfile } from '../storing/profile-store.ts'
import { deleteObjectsNamed, findSizes } from './object-store.ts'
import { addStoredBytes, listStalePieces, takePieceAhead } from './objects-ahead-store.ts'

/** How long objects stored ahead of a commit are kept. A commit after that stores them again. */
export const objectsAheadKeptMs = 3600 * 1000
const piecesPerSweepMax = 1000

/** Deletes the objects of an account's large writes that were not committed. Safe to run alongside writers. */
export async function sweepObjectsAhead(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  accountId: string,
): Promise<void> {
  const before = new Date(clock().getTime() - objectsAheadKeptMs).toISOString()
  for (const { profileKey, writer, piece } of await listStalePieces(store.read, accountId, before, piecesPerSweepMax)) {
    await store.write(
      async (db) => {
        await holdProfile(db, profileKey)
        const hashes = await takePieceAhead(db, profileKey, writer, piece)
        if (!hashes) return
        const sizes = await findSizes(db, profileKey, hashes)
        await deleteObjectsNamed(db, profileKey, hashes)
        await addStoredBytes(db, profileKey, -[...sizes.values()].reduce((sum, bytes) => sum + bytes, 0))
      },
      { isPiece: true },
    )
  }
}
