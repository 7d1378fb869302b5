import type { Person } from '@palate/core/people/schema.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { AccountDirectory, KeysOfPeople } from '../ports/keys.ts'
import type { Invitations } from '../ports/people.ts'
import type { RecordEvents } from '../ports/webhooks.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../store/chunked-writes.ts'
import type { Db } from '../store/schema.ts'
import * as store from './person-store.ts'

/** The links that people sign in with, as `POST /api/session` takes their codes. */
export function openInvitations(
  { findAccountOf, deleteKeyAccounts }: AccountDirectory,
  keys: Pick<KeysOfPeople, 'authorOf' | 'lastUseOf'>,
  recordEvents: RecordEvents,
): Invitations {
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
      const joined = await store.activateInvited(db, accountId, personId)
      const person = await store.readPerson(db, accountId, personId, keys.lastUseOf)
      if (!person || person.status === 'suspended') return undefined
      if (joined) await recordEvents(db, { accountId, ...keys.authorOf(person) }, [joinedEvent(person)], now)
      return { accountId, personId }
    },
  }
}

/** Somebody signed in for the first time. */
export function joinedEvent({ id, name, role, projects }: Joined): NewEvent {
  const data = { personId: id, name, role, ...(projects && { projects: [...projects] }) }
  return { type: 'person.joined', projectId: null, profileId: null, data }
}

type Joined = Pick<Person, 'id' | 'name' | 'role'> & { readonly projects?: readonly string[] | null | undefined }

export type EndInvitation = (db: Db, accountId: string, personId: string) => Promise<void>

export function createEndInvitation({ deleteKeyAccounts }: AccountDirectory): EndInvitation {
  return async (db, accountId, personId) => {
    const hash = await store.deleteInvitation(db, accountId, personId)
    if (hash !== undefined) await deleteKeyAccounts(db, [hash])
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
