import { Fault, invalidAt } from '../fault.ts'
import { framesPerRequestMax, type ScoreRequest } from './scoring-schema.ts'

/** The rules that the schema cannot express. */
export function refuseImpossible({ frames, version_id, branch_id, include_working }: ScoreRequest): void {
  if (frames.length > framesPerRequestMax) {
    throw new Fault('too_many_frames', `a request takes ${framesPerRequestMax} frames, not ${frames.length}`)
  }
  refuseTwoStates(version_id, branch_id, include_working ?? false, '/version_id')
}

export function refuseTwoStates(
  versionId: string | undefined,
  branchId: string | undefined,
  includeWorking: boolean,
  path: string,
): void {
  if (versionId === undefined) return
  if (branchId !== undefined) throw invalidAt(path, 'name a version or a branch, not both')
  if (includeWorking) throw invalidAt(path, 'a version has no working changes: name a branch, or nothing')
}

/** The state that a request is scored against. */
export function requestedState({ version_id, branch_id, include_working }: ScoreRequest) {
  return { versionId: version_id, branchId: branch_id, includeWorking: include_working }
}
