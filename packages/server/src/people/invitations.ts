import type { AccountDirectory } from '../ports/keys.ts'
import type { Invitations } from '../ports/people.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import * as store from './person-store.ts'

/** The links that people sign in with, as `POST /api/session` takes their codes. */
export function openInvitations({ findAccountOf, deleteKeyAccounts }: AccountDirectory): Invitations {
  return {
    async hasInvitation(db, hash, now) {
      const accountId = await findAccountOf(db, hash)
      return accountId !== undefined && store.hasInvitationRow(db, accountId, hash, now)
    },

    async takeInvitation(db, hash, now) {
      const accountId = await findAccountOf(db, hash)
      if (accountId === undefined) return undefined
      const personId = await store.deleteInvitationRow(db, accountId, hash, now)
      if (personId === undefined) return undefined
      await deleteKeyAccounts(db, [hash])
      return (await store.activatePerson(db, accountId, personId)) ? { accountId, personId } : undefined
    },
  }
}

export async function sweepInvitations(
  { store: engine, clock }: Pick<Services, 'store' | 'clock'>,
  { deleteKeyAccounts }: AccountDirectory,
  accountId: string,
): Promise<void> {
  const now = clock().toISOString()
  await inTransactions(engine, async (db, rowsMax) => {
    const hashes = await store.deleteExpiredInvitations(db, accountId, now, rowsMax)
    await deleteKeyAccounts(db, hashes)
    return hashes.length
  })
}
