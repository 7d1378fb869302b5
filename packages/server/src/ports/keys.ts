import type { Caller, KeyState } from '@palate/core/keys/access.ts'
import type { Db } from '../store/schema.ts'

/** The names of an account's keys by id, including revoked and expired ones. */
export type FindKeyNames = (db: Db, accountId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Finds the account of a key, a share or another secret by its hash, so that what follows reads from one account. */
export interface AccountDirectory {
  readonly findAccountOf: (db: Db, hash: string) => Promise<string | undefined>
  /** Before the row that has the hash. */
  readonly insertKeyAccount: (db: Db, hash: string, accountId: string) => Promise<void>
  /** After their rows. */
  readonly deleteKeyAccounts: (db: Db, hashes: readonly string[]) => Promise<void>
}

/** Finds a key, whose state cannot change until the transaction ends. */
export type LockKey = (db: Db, key: Pick<Caller, 'accountId' | 'keyId'>) => Promise<(Caller & KeyState) | undefined>
