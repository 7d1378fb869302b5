import { Fault, invalidAt } from '../fault.ts'
import {
  explanationsPerRequestMax,
  framesPerRequestMax,
  framesWithRegionsMax,
  type ScoreRequest,
} from './scoring-schema.ts'

/** The rules that the schema cannot express. */
export function refuseImpossible(request: ScoreRequest): void {
  const { frames, dimensions, explain = false, verdict = false, regions = false } = request
  const { version_id, branch_id, include_working } = request
  if (frames.length > framesPerRequestMax) {
    throw new Fault('too_many_frames', `a request takes at most ${framesPerRequestMax} frames, not ${frames.length}`)
  }
  if (regions && !explain && !verdict) throw invalidAt('/regions', 'also set `explain` or `verdict`')
  if (regions && frames.length > framesWithRegionsMax) {
    const most = `a request with regions takes at most ${framesWithRegionsMax} frames, not ${frames.length}`
    throw new Fault('too_many_frames', `${most}: send them in several requests`)
  }
  const explanations = explain || verdict ? frames.length * new Set(dimensions).size : 0
  if (explanations > explanationsPerRequestMax) {
    const most = `frames × dimensions may be at most ${explanationsPerRequestMax}, not ${explanations}`
    throw new Fault(
      'too_many_explanations',
      `with explain or verdict, ${most}: send fewer frames or dimensions at a time`,
    )
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
export function requestedState({
  version_id,
  branch_id,
  include_working,
}: Pick<ScoreRequest, 'version_id' | 'branch_id' | 'include_working'>) {
  return { versionId: version_id, branchId: branch_id, includeWorking: include_working }
}
