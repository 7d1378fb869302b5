import { Fault } from '@palate/core/fault.ts'

/** An unknown branch or version is a 404 in the query, but a 422 in a body. */
export function nameInQuery(error: unknown): never {
  if (error instanceof Fault && error.code === 'unknown_branch') throw new Fault('branch_not_found', error.message)
  if (error instanceof Fault && error.code === 'unknown_version') throw new Fault('version_not_found', error.message)
  throw error
}
