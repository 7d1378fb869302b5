import type { Profile, ProfileSummary, StoredBranch } from '@palate/core/profile/schema.ts'
import type { Selectable } from 'kysely'
import type { Schema } from '../store/schema.ts'

const summaryColumns = ['id', 'project_id', 'name', 'seed', 'created_at', 'updated_at'] as const
export const profileColumns = [
  ...summaryColumns,
  'revision',
  'version_count',
  'computed',
  'current_branch_id',
  'budget',
  'branches',
  'working_changes',
  'effective_override',
] as const

/** A profile with the counters that only the store needs. */
export interface StoredProfile {
  readonly profile: Profile
  readonly revision: number
  readonly versionCount: number
  readonly computed: number
}

type SummaryRow = Pick<Selectable<Schema['profiles']>, (typeof summaryColumns)[number]>
type ProfileRow = Pick<Selectable<Schema['profiles']>, (typeof profileColumns)[number]>

function summaryOf(row: SummaryRow): ProfileSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    seed: row.seed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function profileOf(row: ProfileRow): StoredProfile {
  const profile: Profile = {
    ...summaryOf(row),
    branches: JSON.parse(row.branches) as StoredBranch[],
    currentBranchId: row.current_branch_id,
    workingChanges: JSON.parse(row.working_changes) as Profile['workingChanges'],
    budget: JSON.parse(row.budget) as Profile['budget'],
    effectiveOverride:
      row.effective_override === null ? null : (JSON.parse(row.effective_override) as Profile['effectiveOverride']),
  }
  return { profile, revision: row.revision, versionCount: row.version_count, computed: row.computed }
}

/** The columns that an update may change. */
export function changingColumns(profile: Profile) {
  return {
    name: profile.name,
    seed: profile.seed,
    updated_at: profile.updatedAt,
    current_branch_id: profile.currentBranchId,
    budget: JSON.stringify(profile.budget),
    branches: JSON.stringify(profile.branches),
    working_changes: JSON.stringify(profile.workingChanges),
    effective_override: profile.effectiveOverride && JSON.stringify(profile.effectiveOverride),
  }
}
