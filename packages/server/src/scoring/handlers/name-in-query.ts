import { Fault } from '@palate/core/fault.ts'

/** A branch or version that does not exist is a 404 if the query names it, but a 422 if a body does. */
export function nameInQuery(error: unknown): never {
  if (error instanceof Fault && error.code === 'unknown_branch') throw new Fault('branch_not_found', error.message)
  if (error instanceof Fault && error.code === 'unknown_version') throw new Fault('version_not_found', error.message)
  throw error
}
