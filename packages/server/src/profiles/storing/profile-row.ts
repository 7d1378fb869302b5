import type { EffectiveOverride, Profile, StoredBranch } from '@palate/core/profile/schema.ts'
import type { TextBlobReference } from '@palate/core/profile/text-blobs.ts'
import type { Selectable } from 'kysely'
import type { Schema } from '../../store/schema.ts'
import { readWorking, type WorkingRow } from '../annotations/annotation-store.ts'
import { referencesIn, shortenStored, type TextBlobs } from '../snapshots/text-blobs.ts'

export const profileColumns = [
  ...(['id', 'project_id', 'name', 'seed', 'created_at', 'updated_at'] as const),
  'revision',
  'version_count',
  'computed',
  'current_branch_id',
  'budget',
  'branches',
  'effective_override',
  'stored_bytes',
  'thresholds',
] as const

/** A profile with the counters that only the store needs. */
export interface StoredProfile {
  readonly profile: Profile
  readonly revision: number
  readonly versionCount: number
  readonly derivedRevision: number
  /** Size of its objects, commit messages and seeds of versions, without released texts; null if not counted yet. */
  readonly storedBytes: number | null
  /** The text blobs that its working changes and effective snapshot reference, by object name. */
  readonly references: ReadonlyMap<string, TextBlobReference>
  /** The profile's text blobs that the request holds in memory. */
  readonly texts: TextBlobs
}

type ProfileRow = Pick<Selectable<Schema['profiles']>, (typeof profileColumns)[number]> & WorkingRow

export function profileOf(row: ProfileRow): StoredProfile {
  const { effective_override: override } = row
  const texts: TextBlobs = new Map()
  const working = readWorking(row, texts)
  const profile: Profile = {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    seed: row.seed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    branches: JSON.parse(row.branches) as StoredBranch[],
    currentBranchId: row.current_branch_id,
    workingChanges: working.lists,
    budget: JSON.parse(row.budget) as Profile['budget'],
    thresholds: readThresholds(row.thresholds),
    effectiveOverride: override === null ? null : readOverride(override, texts),
  }
  return {
    profile,
    revision: row.revision,
    versionCount: row.version_count,
    derivedRevision: row.computed,
    storedBytes: row.stored_bytes,
    references: referencesIn([...working.json, override ?? '']),
    texts,
  }
}

export function readThresholds(json: string | null): Profile['thresholds'] {
  return json === null ? {} : (JSON.parse(json) as Profile['thresholds'])
}

function readOverride(json: string, texts: TextBlobs): EffectiveOverride {
  return shortenStored(JSON.parse(json) as EffectiveOverride, json, texts)
}

export type ChangingColumns = ReturnType<typeof changingColumns>

/** The columns that an update may change. */
export function changingColumns(profile: Profile) {
  return {
    name: profile.name,
    seed: profile.seed,
    updated_at: profile.updatedAt,
    current_branch_id: profile.currentBranchId,
    budget: JSON.stringify(profile.budget),
    thresholds: Object.keys(profile.thresholds).length > 0 ? JSON.stringify(profile.thresholds) : null,
    branches: JSON.stringify(profile.branches),
    working_changes: JSON.stringify(profile.workingChanges),
    effective_override: profile.effectiveOverride && JSON.stringify(profile.effectiveOverride),
  }
}
