import type { Handlers } from '../operations.ts'
import { streamList } from '../streaming/stream-list.ts'
import { realtimeOf } from '../work/work-context.ts'
import { listProjects, type ProjectCounts } from './store.ts'

/** Projects that are formatted in one step. */
const projectsAtOnceMax = 100

export function projectHandlers(counts: ProjectCounts): Handlers<'listProjects'> {
  return {
    async listProjects({ caller, db, now }) {
      const { accountId, projectId } = caller
      const projects = await listProjects(db, accountId, projectId, counts, now)
      if (projects.length > projectsAtOnceMax) {
        return { body: streamList('projects', projects, {}, realtimeOf(accountId)) }
      }
      return { body: { projects: [...projects] } }
    },
  }
}
