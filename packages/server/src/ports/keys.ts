import type { FaultCode } from '@palate/core/fault.ts'
import type { Caller, CallerPerson, KeyState } from '@palate/core/keys/access.ts'
import type { Actor } from '@palate/core/keys/schema.ts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { TextOrColumn } from './conditions.ts'

/** Who stands behind an account's keys, by key id, including revoked and expired keys. */
export type FindActors = (db: Db, accountId: string, keyIds: readonly string[]) => Promise<ReadonlyMap<string, Actor>>

/** Finds the account of a key, a share or another secret by its hash, so that what follows reads from one account. */
export interface AccountDirectory {
  readonly findAccountOf: (db: Db, hash: string) => Promise<string | undefined>
  /** Before the row that has the hash. */
  readonly insertKeyAccount: (db: Db, hash: string, accountId: string) => Promise<void>
  /** After their rows. */
  readonly deleteKeyAccounts: (db: Db, hashes: readonly string[]) => Promise<void>
}

export type FindAccount = (db: Db, name: string) => Promise<{ readonly id: string } | undefined>

/** Where a sign-in comes from. */
export interface SignInRequest {
  readonly requestId: string
  readonly address: string
  readonly now: string
}

export interface PersonSessions {
  /** Opens a session of a person, in the transaction that has admitted them. Returns the cookie. */
  open(db: Db, person: PersonKey, request: SignInRequest & { readonly isSecure: boolean }): Promise<string>
  /** Records a refused sign-in in the audit log of the account. */
  noteFailure(request: SignInRequest, code: FaultCode, accountId: string): Promise<void>
}

/** Finds a key, whose state cannot change until the transaction ends. */
export type LockKey = (db: Db, key: Pick<Caller, 'accountId' | 'keyId'>) => Promise<(Caller & KeyState) | undefined>

/** What people need from the keys and sessions that belong to them. */
export interface KeysOfPeople {
  /** When one of the person's keys or sessions was last used, as part of a statement. */
  lastUseOf(person: { readonly accountId: TextOrColumn; readonly personId: TextOrColumn }): RawBuilder<string | null>
  /** Who causes what a person causes before they have a session. */
  authorOf(person: CallerPerson): { readonly keyId: string; readonly keyName: string; readonly person: CallerPerson }
  /** The key that the person's sessions stand for. Nobody holds it. */
  insertOwnKey(
    db: Db,
    person: { readonly accountId: string; readonly personId: string; readonly name: string },
    now: string,
  ): Promise<void>
  renameOwnKey(db: Db, person: PersonKey, name: string): Promise<void>
  /** Revokes the person's keys and ends their sessions, in every process. Returns the keys, also the one that nobody holds, which has no prefix. */
  end(db: Db, person: PersonKey, now: string): Promise<readonly EndedKey[]>
  /** Takes the person's name, and the names of their machines, from the keys that history refers to. */
  anonymize(db: Db, person: PersonKey): Promise<void>
}

export interface PersonKey {
  readonly accountId: string
  readonly personId: string
}

export interface EndedKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly projectId: string | null
}
