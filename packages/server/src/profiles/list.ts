import type { ProfileSummary } from '@palate/core/profile/schema.ts'
import { sql } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { MaybePromise, Store } from '../store/store.ts'

/** Where a page of the list begins: after this profile. */
export interface ListCursor {
  readonly createdAt: string
  readonly id: string
}

/** Summaries, newest first: all of the account or of one project, from the start or after a place. */
export function createProfileLister(store: Store) {
  const prepare = (inProject: boolean, onward: boolean) =>
    store.prepare<ListedProfile>(listQuery(store.read, inProject, onward).compile(), { plansVary: true })
  const first = { ofAll: prepare(false, false), ofProject: prepare(true, false) }
  const onward = { ofAll: prepare(false, true), ofProject: prepare(true, true) }

  return function listProfiles(
    accountId: string,
    projectId: string | undefined,
    after: ListCursor | undefined,
    limit: number,
  ): MaybePromise<readonly ListedProfile[]> {
    const { ofAll, ofProject } = after ? onward : first
    const place = after ? [after.createdAt, after.id] : []
    return projectId === undefined
      ? ofAll(accountId, ...place, limit)
      : ofProject(accountId, projectId, ...place, limit)
  }
}

export function listedSummary([id, projectId, name, seed, createdAt, updatedAt]: ListedProfile): ProfileSummary {
  return { id, projectId, name, seed, createdAt, updatedAt }
}

type ListedProfile = readonly [
  id: string,
  projectId: string,
  name: string,
  seed: string | null,
  createdAt: string,
  updatedAt: string,
]

/**
 * The values are placeholders: parameters come in this order when it is run. The cast is there for SQLite, which plans
 * a statement anew whenever the parameter that is its bare limit is bound.
 */
function listQuery(db: Db, inProject: boolean, onward: boolean) {
  let query = db
    .selectFrom('profiles')
    .select(['id', 'project_id', 'name', 'seed', 'created_at', 'updated_at'])
    .where('account_id', '=', '')
  if (inProject) query = query.where('project_id', '=', '')
  if (onward) query = query.where(sql<boolean>`(created_at, id) < (${''}, ${''})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sql<number>`cast(${0} as bigint)`)
}
