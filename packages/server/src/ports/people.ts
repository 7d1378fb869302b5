import { Fault } from '@palate/core/fault.ts'
import { isStorableText } from '@palate/core/json.ts'
import type { CallerPerson } from '@palate/core/keys/access.ts'
import type { Person } from '@palate/core/people/schema.ts'
import type { Db } from '../store/schema.ts'

/** What other features know of a person. */
export type KnownPerson = CallerPerson & Pick<Person, 'status'>

/** The links that people sign in with. */
export interface Invitations {
  hasInvitation(db: Db, hash: string, now: string): Promise<boolean>
  /** Ends an invitation, so that it works once, and makes its person active. Undefined if it does not work. */
  takeInvitation(
    db: Db,
    hash: string,
    now: string,
  ): Promise<{ readonly accountId: string; readonly personId: string } | undefined>
}

export interface PeoplePort {
  /** The people of an account, in the order in which they were invited. An account has at most a thousand. */
  peopleOf(db: Db, accountId: string): Promise<readonly KnownPerson[]>
  findPerson(db: Db, accountId: string, id: string): Promise<KnownPerson | undefined>
}

/** Refuses an id that nobody in the account has. */
export async function requirePerson(
  { findPerson }: Pick<PeoplePort, 'findPerson'>,
  db: Db,
  accountId: string,
  id: string,
): Promise<void> {
  if (isStorableText(id) && (await findPerson(db, accountId, id))) return
  throw new Fault('unknown_person', `the account has no person ${JSON.stringify(id)}`)
}
