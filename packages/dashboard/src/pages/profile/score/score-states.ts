import type { Profile, ProfileSummary, ScoreRequest } from '@palate/client'
import type { PersonOption } from '../people-options.ts'

/**
 * A state to score against, as written in the URL: `now`, `working`, `branch:<id>`, `version:<id>`, or `profile:<id>`
 * for the current state of another profile. `working:<id>` is a branch with the unsaved changes. `person:<id>:` before it is the taste of one person instead of the team's.
 */
export type StateName = string

export interface StateOption {
  readonly value: StateName
  readonly label: string
}

const versionsMax = 50

export function stateOptions(
  profile: Profile,
  others: readonly ProfileSummary[],
  people: readonly PersonOption[] = [],
): readonly StateOption[] {
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
    ...people
      .filter(({ value }) => value !== '')
      .map(({ value, label }) => ({ value: byPerson(value, 'now'), label: `Taste of ${label}` })),
  ]
}

type Target = Pick<ScoreRequest, 'profile_id' | 'version_id' | 'branch_id' | 'include_working' | 'person'>

/** The state as request parameters. */
export function targetOf(profileId: string, state: StateName): Target {
  const { person, team } = personIn(state)
  return { ...teamTarget(profileId, team), ...(person !== undefined && { person }) }
}

function teamTarget(profileId: string, state: StateName): Target {
  const [kind, ...rest] = state.split(':')
  const id = rest.join(':')
  if (kind === 'working') return { profile_id: profileId, include_working: true, ...(id !== '' && { branch_id: id }) }
  if (kind === 'branch') return { profile_id: profileId, branch_id: id }
  if (kind === 'version') return { profile_id: profileId, version_id: id }
  return { profile_id: kind === 'profile' ? id : profileId }
}

/** The same state by the taste of one person; '' stands for the team. */
export function byPerson(personId: string, state: StateName): StateName {
  return personId === '' ? state : `person:${personId}:${state}`
}

/** Whose taste it is, and the state of the team's. */
export function personIn(state: StateName): { readonly person?: string; readonly team: StateName } {
  const [, person, team = ''] = /^person:([^:]+):(.+)$/.exec(state) ?? []
  return person === undefined ? { team: state } : { person, team }
}

export function stateLabel(state: StateName, options: readonly StateOption[]): string {
  const labelled = options.find(({ value }) => value === state)
  if (labelled) return labelled.label
  const { person, team } = personIn(state)
  if (person === undefined || team === 'now') return state
  return `${stateLabel(byPerson(person, 'now'), options)}, ${stateLabel(team, options)}`
}
