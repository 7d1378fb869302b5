import { printWarning } from '../../output.ts'
import { shortId } from '../history/versions.ts'
import type { Subject } from './subject.ts'

/** The state that a request was scored against, by the ids in its response. */
export interface ScoredState {
  /** Null if the request named a version; undefined if the service does not say. */
  readonly branchId?: string | null | undefined
  readonly versionId: string | null | undefined
}

/** What pictures were scored against, as in the output of `--json`. */
export interface ScoredAgainst {
  readonly profile: { readonly id: string; readonly name?: string }
  readonly branch: { readonly id: string; readonly name?: string } | null
  readonly version: string | null
}

/** Names the state. A service that does not say it is asked for what it had before the pictures were scored. */
export function scoredAgainst(
  { profile, request, data }: Subject,
  { branchId, versionId }: ScoredState,
): ScoredAgainst {
  const { version_id, branch_id } = request
  const known =
    branchId !== undefined ? branchId : version_id === undefined ? (branch_id ?? data?.currentBranchId) : null
  const branch = data?.branches.find(({ id }) => id === known)
  const version = versionId !== undefined ? versionId : (version_id ?? branch?.headVersionId ?? null)
  return {
    profile: { id: profile.id, ...(profile.name !== profile.id && { name: profile.name }) },
    branch: typeof known === 'string' ? { id: known, ...(branch && { name: branch.name }) } : null,
    version: typeof version === 'string' ? version : null,
  }
}

/** Says on standard error what pictures were scored against, and if it changed meanwhile. */
export function announce({ profile, branch, version }: ScoredAgainst, versions: number, hasWorking: boolean): void {
  const parts = [
    profile.name === undefined ? profile.id : `${profile.name} (${profile.id})`,
    ...(branch ? [`branch ${branch.name ?? branch.id}`] : []),
    version === null ? 'no commits yet' : `version ${shortId(version)}`,
    ...(hasWorking ? ['with uncommitted changes'] : []),
  ]
  printWarning(`scored against ${parts.join(', ')}`)
  if (versions > 1) printWarning('the profile changed meanwhile: some pictures were scored against an earlier version')
}
