import { invalidAt } from '../fault.ts'
import type { SentVersion, Version } from './schema.ts'
import { completeSnapshot } from './snapshot.ts'
import type { Standing } from './update.ts'

/** The versions among those sent that are not stored yet, completed; where they may go is for the branches to say. */
export function newVersions(
  { versions }: Standing,
  sent: readonly SentVersion[],
  seed: string | null,
  now: string,
): readonly Version[] {
  const seen = new Set<string>()
  return sent.flatMap((version, i) => {
    const path = `/profileData/versions/${i}`
    if (seen.has(version.id)) throw invalidAt(`${path}/id`, 'the same version is sent twice')
    seen.add(version.id)
    if (versions.has(version.id)) return []
    const { id, branchId, parentVersionId, message = '', snapshot, createdAt = now } = version
    if (branchId === undefined) throw invalidAt(`${path}/branchId`, 'a new version needs a branch')
    if (snapshot === undefined) throw invalidAt(`${path}/snapshot`, 'a new version needs a snapshot')
    return {
      id,
      branchId,
      parentVersionId: parentVersionId ?? null,
      message,
      createdAt,
      ...(seed !== null && { seed }),
      snapshot: completeSnapshot(snapshot, `${path}/snapshot`),
    }
  })
}
