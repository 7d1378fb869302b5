import type { Profile, ProfileSummary, ScoreRequest } from '@palate/client'

/**
 * A state to score against, as written in the URL: `now`, `working`, `branch:<id>`, `version:<id>`, or `profile:<id>`
 * for the current state of another profile.
 */
export type StateName = string

export interface StateOption {
  readonly value: StateName
  readonly label: string
}

const versionsMax = 50

export function stateOptions(profile: Profile, others: readonly ProfileSummary[]): readonly StateOption[] {
  const { branches, currentBranchId, versions, workingChanges } = profile.profileData
  const current = branches.find(({ id }) => id === currentBranchId)?.name ?? 'main'
  const { constraints, exemplars, comparisons } = workingChanges
  const uncommitted = constraints.length + exemplars.length + comparisons.length
  return [
    { value: 'now', label: `${current}, latest version` },
    ...(uncommitted > 0 ? [{ value: 'working', label: `${current}, with ${uncommitted} unsaved` }] : []),
    ...branches
      .filter(({ id }) => id !== currentBranchId)
      .map(({ id, name }) => ({ value: `branch:${id}`, label: `Branch ${name}` })),
    ...versions
      .toReversed()
      .slice(0, versionsMax)
      .map(({ id, message }) => ({ value: `version:${id}`, label: `Version: ${message || id}` })),
    ...others
      .filter(({ id }) => id !== profile.id)
      .map(({ id, name }) => ({ value: `profile:${id}`, label: `Profile ${name}` })),
  ]
}

type Target = Pick<ScoreRequest, 'profile_id' | 'version_id' | 'branch_id' | 'include_working'>

/** The state as request parameters. */
export function targetOf(profileId: string, state: StateName): Target {
  const [kind, ...rest] = state.split(':')
  const id = rest.join(':')
  if (kind === 'working') return { profile_id: profileId, include_working: true }
  if (kind === 'branch') return { profile_id: profileId, branch_id: id }
  if (kind === 'version') return { profile_id: profileId, version_id: id }
  return { profile_id: kind === 'profile' ? id : profileId }
}

export function stateLabel(state: StateName, options: readonly StateOption[]): string {
  return options.find(({ value }) => value === state)?.label ?? state
}
