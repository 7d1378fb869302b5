import { Fault } from '@palate/core/fault.ts'
import type { Db } from '../store/schema.ts'
import type { Owner } from './snapshots.ts'

export function noProfile(): Fault {
  return new Fault('profile_not_found', 'there is no profile with this id')
}

/**
 * What to throw where a part of a profile is not there. A profile is read by several statements, and may have been
 * deleted between two of them; if it was not, the store has lost something.
 */
export async function missing(db: Db, { accountId, profileId }: Owner, what: string): Promise<Error> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row ? new Error(`${what} of profile ${profileId} is missing`) : noProfile()
}
