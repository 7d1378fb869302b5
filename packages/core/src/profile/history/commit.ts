import { Fault, invalidAt } from '../../fault.ts'
import type { SentVersion, Version } from '../schema.ts'
import { completeSnapshot } from '../snapshot.ts'
import type { UpdateContext } from '../update-context.ts'

/** The most versions that one PATCH may add. Stored versions that it repeats do not count. */
export const versionsPerPatchMax = 1000

/** The sent versions that are not stored yet, completed. `updateBranches` checks whether they fit their branches. */
export function newVersions(
  { versions }: UpdateContext,
  sent: readonly SentVersion[],
  seed: string | null,
  now: string,
): readonly Version[] {
  refuseRepeated(sent)
  refuseTooMany(sent.reduce((count, { id }) => (versions.has(id) ? count : count + 1), 0))
  const added = sent.flatMap((version, i) => {
    const path = `/profileData/versions/${i}`
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

/** Refuses a PATCH that adds too many new versions. */
export function refuseTooMany(newVersionCount: number): void {
  if (newVersionCount <= versionsPerPatchMax) return
  const detail = `a PATCH adds at most ${versionsPerPatchMax} versions: send the history in several requests, or import it`
  throw new Fault('too_many_versions', detail)
}

function refuseRepeated(sent: readonly SentVersion[]): void {
  const seen = new Set<string>()
  sent.forEach(({ id }, i) => {
    if (seen.has(id)) throw invalidAt(`/profileData/versions/${i}/id`, 'the version is sent twice')
    seen.add(id)
  })
}

/**
 * Sorts parents before children and keeps the sent order otherwise, because readers of the history rely on it.
 * Clients may send the newest version first. A cycle of parents is refused.
 */
function parentsFirst(versions: readonly Version[]): readonly Version[] {
  const remaining = new Map(versions.map((version) => [version.id, version]))
  const ordered: Version[] = []
  for (const version of versions) {
    const chain: Version[] = []
    for (let next = remaining.get(version.id); next; next = remaining.get(next.parentVersionId ?? '')) {
      remaining.delete(next.id)
      chain.push(next)
    }
    const [oldest] = chain.slice(-1)
    if (oldest && chain.some(({ id }) => id === oldest.parentVersionId)) {
      throw new Fault('unknown_version', `the version ${JSON.stringify(oldest.id)} would be its own ancestor`)
    }
    ordered.push(...chain.reverse())
  }
  return ordered
}
