import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { refuseTwoStates } from '@palate/core/taste/score-request.ts'
import type { FindState, State } from '../ports/states.ts'
import type { Db } from '../store/schema.ts'

/** The members of a query that select a state. */
export interface StateQuery {
  readonly version_id?: string | undefined
  readonly branch_id?: string | undefined
  readonly include_working?: 'true' | 'false' | undefined
}

interface Call {
  readonly db: Db
  readonly caller: Caller
  readonly params: { readonly id: string }
  readonly query: StateQuery
}

/** The state that the query of a request selects. */
export async function findStateInQuery(
  findState: FindState,
  { db, caller, params, query }: Call,
  path = '/query/version_id',
): Promise<State> {
  const { version_id: versionId, branch_id: branchId } = query
  const includeWorking = query.include_working === 'true'
  refuseTwoStates(versionId, branchId, includeWorking, path)
  return findState(db, caller, params.id, { versionId, branchId, includeWorking }).catch(nameInQuery)
}

/** An unknown branch or version is a 404 in the query, but a 422 in a body. */
export function nameInQuery(error: unknown): never {
  if (error instanceof Fault && error.code === 'unknown_branch') throw new Fault('branch_not_found', error.message)
  if (error instanceof Fault && error.code === 'unknown_version') throw new Fault('version_not_found', error.message)
  throw error
}
