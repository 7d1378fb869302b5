import type { Caller } from '@palate/core/keys/access.ts'
import type { Db } from '../store/schema.ts'

/** What the links that a key has created do when the key changes. */
export interface SharesOfKeys {
  end(db: Db, key: Pick<Caller, 'accountId' | 'keyId'>, now: string): Promise<void>
  move(db: Db, key: Pick<Caller, 'accountId' | 'keyId'>, successorId: string): Promise<void>
}
