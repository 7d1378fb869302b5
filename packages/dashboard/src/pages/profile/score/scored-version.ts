import type { Profile } from '@palate/client'
import { fingerprint } from '@palate/core/generic/fingerprint.ts'
import { byPerson, personIn, type StateName } from './score-states.ts'

/** The state that results belong to: all of those that are shown belong to one. */
export interface ScoredAt {
  readonly versionId: string | null
  /** Which unsaved changes were included; absent without them. */
  readonly unsaved?: string
}

type Shown = Pick<Profile, 'profileData'>

/** `now` and `working` as states of the branch that is shown, so that a colleague who switches changes nothing. */
export function onBranch({ profileData }: Shown, state: StateName): StateName {
  const { person = '', team } = personIn(state)
  const { currentBranchId } = profileData
  if (team === 'now') return byPerson(person, `branch:${currentBranchId}`)
  if (team === 'working') return byPerson(person, `working:${currentBranchId}`)
  return state
}

/** What a state is now; undefined for another profile, of which this page knows nothing. */
export function scoredNow({ profileData }: Shown, state: StateName): ScoredAt | undefined {
  const { team } = personIn(onBranch({ profileData }, state))
  const [kind, ...rest] = team.split(':')
  const id = rest.join(':')
  if (kind === 'version') return { versionId: id }
  if (kind === 'profile') return undefined
  const versionId = profileData.branches.find((branch) => branch.id === id)?.headVersionId ?? null
  return { versionId, ...(kind === 'working' && { unsaved: fingerprint(JSON.stringify(profileData.workingChanges)) }) }
}

/** Whether the state has moved on since it was scored. */
export function isOutdated(profile: Shown, state: StateName, at: ScoredAt | undefined): boolean {
  const now = scoredNow(profile, state)
  if (at === undefined || now === undefined) return false
  return at.versionId !== now.versionId || at.unsaved !== now.unsaved
}

/** The state to name and to explain: the version that was scored, once its branch has moved on. */
export function shownState(profile: Shown, state: StateName, at: ScoredAt | undefined): StateName {
  const isVersion = at?.unsaved === undefined && at?.versionId != null
  if (!isVersion || !isOutdated(profile, state, at)) return state
  return byPerson(personIn(state).person ?? '', `version:${at.versionId}`)
}

/** Whether more pictures can be scored by exactly the same state, after it has moved on. */
export function canScoreMore(at: ScoredAt | undefined): at is ScoredAt & { readonly versionId: string } {
  return at !== undefined && at.versionId !== null && at.unsaved === undefined
}
