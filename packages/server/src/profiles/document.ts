import type { Readable } from 'node:stream'
import type { Profile, ProfileSummary, StoredBranch } from '@palate/core/profile/schema.ts'
import { shownThresholds } from '@palate/core/profile/thresholds.ts'
import { exportFormat } from '@palate/core/profile/transfer.ts'
import type { StoredVersion } from './history/version-store.ts'
import { streamJson } from './json-stream.ts'
import type { Found } from './profile-access.ts'
import type { ObjectReader } from './snapshots/object-reader.ts'
import { snapshotPieces } from './snapshots/objects.ts'

export function summaryOf({ id, projectId, name, seed, createdAt, updatedAt, thresholds }: Profile): ProfileSummary {
  return { id, projectId, name, seed, createdAt, updatedAt, ...shownThresholds(thresholds) }
}

function branchOf({ startVersionId: _, ...branch }: StoredBranch) {
  return branch
}

/** The parts that a document is streamed from. */
export interface DocumentParts {
  readonly found: Found
  /** Page by page. */
  readonly versions: AsyncIterable<readonly StoredVersion[]>
  readonly objects: ObjectReader
}

/**
 * Streams a profile as JSON, one version at a time. A long history repeats its elements in every snapshot: as a single
 * value it could take gigabytes and block every other request.
 */
export function streamProfile(parts: DocumentParts, effectiveSnapshot: unknown, withSnapshots: boolean): Readable {
  const { profile } = parts.found
  const data = { branches: profile.branches.map(branchOf), ...restOfData(profile) }
  const piecesOf = (stored: StoredVersion) =>
    withSnapshots ? versionPieces(stored.version, stored, parts.objects) : [JSON.stringify(stored.version)]
  return stream(parts, summaryOf(profile), data, piecesOf, { effectiveSnapshot })
}

/** Streams the export document: the profile without anything derived from it. */
export function streamExport(parts: DocumentParts): Readable {
  const { profile } = parts.found
  const { id: _, ...summary } = summaryOf(profile)
  const data = { branches: profile.branches, ...restOfData(profile) }
  const piecesOf = (stored: StoredVersion) =>
    versionPieces({ ...stored.version, seed: stored.seed }, stored, parts.objects)
  const { effectiveOverride } = profile
  return stream(parts, { format: exportFormat, ...summary }, data, piecesOf, { effectiveOverride })
}

/** A version with its snapshot. */
export async function* versionPieces(shown: object, { snapshotHash }: StoredVersion, objects: ObjectReader) {
  yield `${open(shown)},"snapshot":`
  yield* snapshotPieces(snapshotHash, objects)
  yield '}'
}

function restOfData({ currentBranchId, workingChanges, budget }: Profile) {
  return { currentBranchId, workingChanges, budget }
}

type PiecesOf = (stored: StoredVersion) => Iterable<string> | AsyncIterable<string>

function stream(parts: DocumentParts, head: object, data: object, piecesOf: PiecesOf, tail: object): Readable {
  const { found, versions, objects } = parts
  return streamJson(pieces(head, data, versions, piecesOf, tail), objects, found.texts)
}

async function* pieces(
  head: object,
  data: object,
  versions: DocumentParts['versions'],
  piecesOf: PiecesOf,
  tail: object,
) {
  yield `${open(head)},"profileData":${open(data)},"versions":[`
  let isFirst = true
  for await (const page of versions) {
    for (const stored of page) {
      if (!isFirst) yield ','
      isFirst = false
      yield* piecesOf(stored)
    }
  }
  yield `]},${JSON.stringify(tail).slice(1)}`
}

/** An object's JSON without the closing brace, so that members can be appended. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}
