import type { TasteSummaries } from '../../ports/scoring.ts'
import type { Db } from '../../store/schema.ts'
import type { Found } from '../profile-access.ts'
import { locateState } from './locate-state.ts'
import { snapshotOf, stateAt } from './make-state.ts'

/** The head of the current branch, with what was learned from it and the client's overrides. */
export async function effectiveOf(db: Db, found: Found, tasteSummaries: TasteSummaries) {
  const { snapshot, state } = await currentHead(db, found)
  return Object.assign({ ...snapshot, ...(await tasteSummaries.current(state)) }, found.profile.effectiveOverride)
}

/** The effective snapshots that the service may have returned for the current head. */
export async function shownBefore(db: Db, found: Found, tasteSummaries: TasteSummaries) {
  const { snapshot, state } = await currentHead(db, found)
  return (await tasteSummaries.shownBefore(state)).map((learned) => ({ ...snapshot, ...learned }))
}

/** The head of the current branch: its snapshot, and its state. */
export async function currentHead(db: Db, { profile, profileKey, derivedRevision, storedBytes, texts }: Found) {
  const { projectId, name, seed, thresholds } = profile
  const location = await locateState(db, profileKey, profile, {})
  const snapshot = await snapshotOf(db, profileKey, location.version, texts)
  const bytes = storedBytes ?? Number.POSITIVE_INFINITY
  const ofProfile = { ...profileKey, projectId, name, seed, thresholds, derivedRevision, bytes }
  return { snapshot, state: { ...stateAt(db, ofProfile, location, texts), elements: async () => snapshot } }
}
