import { profileCreated } from './events.ts'
import type { NewProfile, Profile } from './schema.ts'

export const mainBranchId = 'main'
const budgetTotals = { questions: 20, labels: 50, comparisons: 100 } as const

/** A new profile has an empty branch `main`, no elements, and an unused budget. */
export function createProfile(input: NewProfile, id: string, now: string) {
  const profile: Profile = {
    id,
    projectId: input.projectId,
    name: input.name,
    seed: input.seed ?? null,
    createdAt: now,
    updatedAt: now,
    branches: [{ id: mainBranchId, name: mainBranchId, headVersionId: null, startVersionId: null, createdAt: now }],
    currentBranchId: mainBranchId,
    workingChanges: { constraints: [], exemplars: [], comparisons: [] },
    budget: {
      questions: { used: 0, total: budgetTotals.questions },
      labels: { used: 0, total: budgetTotals.labels },
      comparisons: { used: 0, total: budgetTotals.comparisons },
    },
    effectiveOverride: null,
  }
  return { profile, events: [profileCreated(profile)] }
}
