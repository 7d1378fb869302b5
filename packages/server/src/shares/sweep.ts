import { expiredBefore } from '../platform/expiry.ts'
import type { AccountDirectory } from '../ports/keys.ts'
import type { DeleteOfProfile } from '../ports/profiles.ts'
import type { Services } from '../services.ts'
import { deleteRowsOfProfile, inTransactions } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'
import { deleteEnded, listTokenHashes } from './share-store.ts'

/** Each may have thousands of answers. */
const sharesPerPieceMax = 10

/** Deletes an account's shares that ended more than so many days ago. */
export async function sweepShares(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { deleteKeyAccounts }: AccountDirectory,
  accountId: string,
  daysKept: number,
): Promise<void> {
  const before = expiredBefore(clock, daysKept)
  if (before === undefined) return
  const deleteSome = async (db: Db, rowsMax: number) => {
    const hashes = await deleteEnded(db, accountId, before, rowsMax)
    await deleteKeyAccounts(db, hashes)
    return hashes.length
  }
  await inTransactions(store, deleteSome, sharesPerPieceMax)
}

export function createDeleteSharesOf({ deleteKeyAccounts }: AccountDirectory): DeleteOfProfile {
  return async (db, profile) => {
    const hashes = await listTokenHashes(db, profile)
    await deleteRowsOfProfile(db, { table: 'share_answers', key: 'id' }, profile)
    await deleteRowsOfProfile(db, { table: 'share_reviewers', key: 'id' }, profile)
    await deleteRowsOfProfile(db, { table: 'shares', key: 'id' }, profile)
    await deleteKeyAccounts(db, hashes)
  }
}
