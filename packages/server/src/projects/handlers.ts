import type { Handlers } from '../operations.ts'
import { listProjects } from './store.ts'

export function projectHandlers(): Handlers<'listProjects'> {
  return {
    async listProjects({ caller, db, now }) {
      return { body: { projects: await listProjects(db, caller.accountId, caller.projectId, now) } }
    },
  }
}
