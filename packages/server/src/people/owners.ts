import { Fault } from '@palate/core/fault.ts'
import type { Person } from '@palate/core/people/schema.ts'
import type { Db } from '../store/schema.ts'
import { lockOwners } from './person-store.ts'

type Rank = Pick<Person, 'role' | 'status'>

/** Refuses a change that would leave the account without an owner. The owners are locked until the transaction ends. */
export async function requireOwnerAfter(
  db: Db,
  accountId: string,
  person: Rank & Pick<Person, 'id'>,
  /** Undefined if the person is removed. */
  changed?: Rank,
): Promise<void> {
  if (!isActiveOwner(person) || (changed && isActiveOwner(changed))) return
  const owners = await lockOwners(db, accountId)
  if (owners.some((owner) => owner !== person.id)) return
  throw new Fault('last_owner', 'this is the last owner of the account: make somebody else an owner first')
}

function isActiveOwner({ role, status }: Rank): boolean {
  return role === 'owner' && status !== 'suspended'
}
