import { sql } from 'kysely'
import type { Handlers } from '../operations.ts'
import type { CountInProject, EnsureProject } from '../ports/projects.ts'
import { readAfter } from '../store/chunked-reads.ts'
import type { Db } from '../store/schema.ts'
import { streamList } from '../streaming/stream-list.ts'
import { realtimeOf } from '../work/work-context.ts'

/** What the list shows of each project. */
interface ProjectCounts {
  readonly countProfiles: CountInProject
  readonly countKeys: CountInProject
}

export const ensureProject: EnsureProject = async (db, accountId, projectId, now) => {
  await db
    .insertInto('projects')
    .values({ account_id: accountId, id: projectId, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute()
}

interface ListedProject {
  readonly id: string
  readonly profiles: number
  readonly keys: number
}

/** An account may have any number of them. */
export async function listProjects(
  db: Db,
  accountId: string,
  only: readonly string[] | null,
  { countProfiles, countKeys }: ProjectCounts,
  now: string,
): Promise<readonly ListedProject[]> {
  const project = { accountId, projectId: sql.ref('projects.id') }
  const rows = await readAfter<ListedProject>(Number.MAX_SAFE_INTEGER, undefined, async (last, rowsMax) => {
    let query = db
      .selectFrom('projects')
      .select(['id', countProfiles(project, now).as('profiles'), countKeys(project, now).as('keys')])
      .where('account_id', '=', accountId)
      .where('id', '>', last?.id ?? '')
    if (only !== null) query = query.where('id', 'in', only)
    return query.orderBy('id').limit(rowsMax).execute()
  })
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Projects that are formatted in one step. */
const projectsAtOnceMax = 100

export function projectHandlers(counts: ProjectCounts): Handlers<'listProjects'> {
  return {
    async listProjects({ caller, db, now }) {
      const { accountId } = caller
      const projects = await listProjects(db, accountId, caller.projects, counts, now)
      if (projects.length > projectsAtOnceMax) {
        return { body: streamList('projects', projects, {}, realtimeOf(accountId)) }
      }
      return { body: { projects: [...projects] } }
    },
  }
}
