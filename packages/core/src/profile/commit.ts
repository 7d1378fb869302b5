import { Fault, invalidAt } from '../fault.ts'
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
  const added = sent.flatMap((version, i) => {
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
  return parentsFirst(added)
}

/**
 * Parents before children, else as sent: whoever sends the newest first means the same, and all that reads a history
 * relies on the order. A circle has no order, and walking back along it would never end.
 */
function parentsFirst(versions: readonly Version[]): readonly Version[] {
  const open = new Map(versions.map((version) => [version.id, version]))
  const ordered: Version[] = []
  for (const version of versions) {
    const line: Version[] = []
    for (let next = open.get(version.id); next; next = open.get(next.parentVersionId ?? '')) {
      open.delete(next.id)
      line.push(next)
    }
    const [oldest] = line.slice(-1)
    if (oldest && line.some(({ id }) => id === oldest.parentVersionId)) {
      throw new Fault('unknown_version', `the version ${JSON.stringify(oldest.id)} would come before itself`)
    }
    ordered.push(...line.reverse())
  }
  return ordered
}
