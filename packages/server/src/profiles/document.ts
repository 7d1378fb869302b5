import { Readable } from 'node:stream'
import type { Profile, ProfileSummary, StoredBranch } from '@palate/core/profile/schema.ts'
import { exportFormat } from '@palate/core/profile/transfer.ts'
import { type Objects, unpackSnapshot } from './objects.ts'
import type { StoredVersion } from './version-store.ts'

export function summaryOf({ id, projectId, name, seed, createdAt, updatedAt }: Profile): ProfileSummary {
  return { id, projectId, name, seed, createdAt, updatedAt }
}

export function branchOf({ startVersionId: _, ...branch }: StoredBranch) {
  return branch
}

/**
 * Streams a profile as JSON, one version at a time. A long history repeats its elements in every snapshot: built as one
 * value it could take hundreds of megabytes and block every other request.
 */
export function streamProfile(
  profile: Profile,
  versions: readonly StoredVersion[],
  objects: Objects,
  effectiveSnapshot: unknown,
): Readable {
  const head = { ...summaryOf(profile) }
  const data = { branches: profile.branches.map(branchOf), ...restOfData(profile) }
  return stream(head, data, versions, objects, { effectiveSnapshot })
}

/** Streams the export document: the profile without anything that is computed from it. */
export function streamExport(profile: Profile, versions: readonly StoredVersion[], objects: Objects): Readable {
  const { id: _, ...summary } = summaryOf(profile)
  const data = { branches: profile.branches, ...restOfData(profile) }
  const seeded = versions.map((stored) => ({ ...stored, version: { ...stored.version, seed: stored.seed } }))
  return stream({ format: exportFormat, ...summary }, data, seeded, objects, {
    effectiveOverride: profile.effectiveOverride,
  })
}

function restOfData({ currentBranchId, workingChanges, budget }: Profile) {
  return { currentBranchId, workingChanges, budget }
}

function stream(
  head: object,
  data: object,
  versions: readonly StoredVersion[],
  objects: Objects,
  tail: object,
): Readable {
  return Readable.from(pieces(head, data, versions, objects, tail), { objectMode: false })
}

function* pieces(head: object, data: object, versions: readonly StoredVersion[], objects: Objects, tail: object) {
  yield `${open(head)},"profileData":${open(data)},"versions":[`
  for (const [i, { version, snapshotHash }] of versions.entries()) {
    yield `${i > 0 ? ',' : ''}${open(version)},"snapshot":${unpackSnapshot(snapshotHash, objects)}}`
  }
  yield `]},${JSON.stringify(tail).slice(1)}`
}

/** An object's JSON without the closing brace, to append members to. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}
