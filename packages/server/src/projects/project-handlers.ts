import type { Handlers } from '../operations.ts'
import { listProjects, type ProjectCounts } from './store.ts'

export function projectHandlers(counts: ProjectCounts): Handlers<'listProjects'> {
  return {
    async listProjects({ caller, db, now }) {
      return { body: { projects: await listProjects(db, caller.accountId, caller.projectId, counts, now) } }
    },
  }
}
