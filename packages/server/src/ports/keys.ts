import type { SelectQueryBuilder } from 'kysely'
import type { Db, Schema } from '../store/schema.ts'

/** The names of an account's keys by id, including revoked and expired ones. */
export type FindKeyNames = (db: Db, accountId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Selects the ids of all accounts, as a query or as part of one. */
export type SelectAccountIds = (db: Db) => SelectQueryBuilder<Schema, 'accounts', { readonly id: string }>
