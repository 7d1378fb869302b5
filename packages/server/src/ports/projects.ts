import type { RawBuilder } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { TextOrColumn } from './conditions.ts'

/** A project of an account. Frames of one project are invisible in another. */
export interface ProjectKey {
  readonly accountId: string
  readonly projectId: string
}

/** Projects are created on first use. */
export type EnsureProject = (db: Db, accountId: string, projectId: string, now: string) => Promise<void>

/** The number of a feature's rows in a project, as part of the statement that lists projects. */
export type CountInProject = (
  project: { readonly accountId: TextOrColumn; readonly projectId: TextOrColumn },
  now: string,
) => RawBuilder<number>
