import { type BaseState, hasElements } from './based-on.ts'
import { firstCommitted, profileCreated } from './events.ts'
import { withChanges } from './history/version-changes.ts'
import type { NewProfile, Profile, StoredBranch, Version } from './schema.ts'

export const mainBranchId = 'main'
const budgetTotals = { questions: 20, labels: 50, comparisons: 100 } as const

/** The initial state of a new profile, and the id of the version that contains it. */
export interface FirstCommit {
  readonly versionId: string
  readonly state: BaseState
}

/**
 * A new profile has a branch `main` and an unused budget. It has no elements, unless it is based on another profile
 * that has some: its first commit is then the state of that profile.
 */
export function createProfile(input: NewProfile, id: string, now: string, first?: FirstCommit) {
  const versions =
    first && hasElements(first.state.snapshot) ? withChanges([commitOf(first, now)], () => undefined) : []
  const headVersionId = versions[0]?.id ?? null
  const main: StoredBranch = {
    id: mainBranchId,
    name: mainBranchId,
    headVersionId,
    startVersionId: null,
    createdAt: now,
  }
  const profile: Profile = {
    id,
    projectId: input.projectId,
    name: input.name,
    seed: input.seed ?? null,
    createdAt: now,
    updatedAt: now,
    branches: [main],
    currentBranchId: mainBranchId,
    workingChanges: { constraints: [], exemplars: [], comparisons: [] },
    budget: {
      questions: { used: 0, total: budgetTotals.questions },
      labels: { used: 0, total: budgetTotals.labels },
      comparisons: { used: 0, total: budgetTotals.comparisons },
    },
    thresholds: {},
    effectiveOverride: null,
  }
  return { profile, versions, events: [profileCreated(profile), ...firstCommitted(profile, versions)] }
}

function commitOf({ versionId, state: { name, seed, snapshot } }: FirstCommit, now: string): Version {
  return {
    id: versionId,
    branchId: mainBranchId,
    parentVersionId: null,
    message: `Based on ${name}`,
    createdAt: now,
    ...(seed !== null && { seed }),
    snapshot,
  }
}
