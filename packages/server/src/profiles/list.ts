import type { ProfileSummary } from '@palate/core/profile/schema.ts'
import { shownThresholds } from '@palate/core/profile/thresholds.ts'
import { sql } from 'kysely'
import type { Db } from '../store/schema.ts'
import type { MaybePromise, Prepared, Store } from '../store/store.ts'
import { readThresholds } from './storing/profile-row.ts'

/** The last profile of the previous page. */
export interface ListCursor {
  readonly createdAt: string
  readonly id: string
}

/** Lists summaries, newest first, of the account or of some projects, from the start or after a cursor. */
export function createProfileLister(store: Store) {
  const prepared = new Map<string, Prepared<ListedProfile>>()
  function prepare(projectCount: number, isContinued: boolean): Prepared<ListedProfile> {
    const name = `${projectCount} ${isContinued}`
    const query =
      prepared.get(name) ??
      store.prepare(listQuery(store.read, projectCount, isContinued).compile(), { plansVary: true })
    prepared.set(name, query)
    return query
  }

  return function listProfiles(
    accountId: string,
    projects: readonly string[] | null,
    after: ListCursor | undefined,
    limit: number,
  ): MaybePromise<readonly ListedProfile[]> {
    const cursor = after ? [after.createdAt, after.id] : []
    const list = prepare(projects?.length ?? 0, after !== undefined)
    return list(accountId, accountId, ...(projects ?? []), ...cursor, limit)
  }
}

export function cursorAfter([id, , , , createdAt]: ListedProfile): ListCursor {
  return { createdAt, id }
}

export function listedSummary([id, projectId, name, seed, createdAt, updatedAt, json]: ListedProfile): ProfileSummary {
  return { id, projectId, name, seed, createdAt, updatedAt, ...shownThresholds(readThresholds(json)) }
}

export type ListedProfile = readonly [
  id: string,
  projectId: string,
  name: string,
  seed: string | null,
  createdAt: string,
  updatedAt: string,
  thresholds: string | null,
]

/**
 * SQLite would read the long columns before `thresholds` in a row. For a range of ids, it takes the index that has it
 * without them; for one id, it would take that of the primary key.
 */
const thresholdsInIndex = sql<string | null>`(
  select same.thresholds from profiles same where same.account_id = ${''}
    and same.id between profiles.id and profiles.id and same.thresholds is not null)`.as('thresholds')

/**
 * The values are placeholders: parameters are bound in this order when the query runs. The cast is for SQLite, which
 * re-plans a statement whenever a bare limit parameter is bound.
 */
function listQuery(db: Db, projectCount: number, isContinued: boolean) {
  let query = db
    .selectFrom('profiles')
    .select(['id', 'project_id', 'name', 'seed', 'created_at', 'updated_at'])
    .select(thresholdsInIndex)
    .where('account_id', '=', '')
  if (projectCount === 1) query = query.where('project_id', '=', '')
  if (projectCount > 1) query = query.where('project_id', 'in', new Array<string>(projectCount).fill(''))
  if (isContinued) query = query.where(sql<boolean>`(created_at, id) < (${''}, ${''})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sql<number>`cast(${0} as bigint)`)
}
