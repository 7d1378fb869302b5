import type { TasteSummaries } from '../../ports/scoring.ts'
import type { Db } from '../../store/schema.ts'
import { type Found, headOf, snapshotAt } from '../profile-access.ts'
import { currentState } from './states.ts'

/** The head of the current branch, with what was learned from it and the client's overrides. */
export async function effectiveOf(db: Db, found: Found, tasteSummaries: TasteSummaries) {
  const { snapshot, state } = await headState(db, found)
  return Object.assign({ ...snapshot, ...(await tasteSummaries.current(state)) }, found.profile.effectiveOverride)
}

/** The effective snapshots that the service may have returned for the current head. */
export async function shownBefore(db: Db, found: Found, tasteSummaries: TasteSummaries) {
  const { snapshot, state } = await headState(db, found)
  return (await tasteSummaries.shownBefore(state)).map((learned) => ({ ...snapshot, ...learned }))
}

async function headState(db: Db, found: Found) {
  const { profile } = found
  const snapshot = await snapshotAt(db, found, headOf(profile, profile.currentBranchId) ?? null)
  return { snapshot, state: { ...(await currentState(db, found)), elements: async () => snapshot } }
}
