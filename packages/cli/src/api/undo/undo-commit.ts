import { randomUUID } from 'node:crypto'
import type { Branch, Palate, Profile, ProfileUpdate } from '@palate/client'
import { shortId } from '../history/versions.ts'

type WorkingChanges = Profile['profileData']['workingChanges']

interface HeadMove {
  readonly effect: string
  readonly patch: NonNullable<ProfileUpdate['profileData']>
}

/**
 * Moves a branch's head back. A branch with versions must have a head, so undoing the first commit adds an empty one.
 */
export function headMove({ versions }: Profile['profileData'], branch: Branch, to: string | null): HeadMove {
  const { id: branchId, name, headVersionId } = branch
  if (to !== null) {
    return {
      effect: `${name} is back at ${shortId(to)}.`,
      patch: { branches: [{ id: branchId, headVersionId: to }] },
    }
  }
  const undone = versions.find(({ id }) => id === headVersionId)
  const version = {
    id: `ver_${randomUUID().replaceAll('-', '')}`,
    branchId,
    parentVersionId: headVersionId,
    message: `Undo: ${undone?.message ?? ''}`,
    snapshot: { constraints: [], exemplars: [], comparisons: [] },
    createdAt: new Date().toISOString(),
  }
  return {
    effect: `It is the first commit of ${name}, so an empty commit is added on top.`,
    patch: { versions: [version] },
  }
}

const lists = ['constraints', 'exemplars', 'comparisons'] as const

/** The changes of a commit as working changes, followed by the current ones. */
export async function restoredChanges(
  palate: Palate,
  profileId: string,
  versionId: string,
  now: WorkingChanges,
): Promise<WorkingChanges> {
  const changed = await changesOf(palate, profileId, versionId)
  const restored = lists.map((list) => {
    const newer = new Set(now[list].map(({ id }) => id))
    return [list, [...changed[list].filter(({ id }) => !newer.has(id)), ...now[list]]]
  })
  return Object.fromEntries(restored)
}

async function changesOf(palate: Palate, profileId: string, versionId: string): Promise<WorkingChanges> {
  const { parentVersionId, snapshot } = await palate.profiles.version(profileId, versionId)
  if (parentVersionId === null) return snapshot
  const diff = await palate.profiles.diff(profileId, { from: parentVersionId, to: versionId })
  const changes = lists.map((list) => {
    const { added, changed, removed } = diff[list]
    const replaced = changed.filter(({ from, to }) => from.id !== to.id).map(({ from }) => from)
    const marks = [...removed, ...replaced].map(({ id }) => ({ id, removed: true }))
    return [list, [...added, ...changed.map(({ to }) => to), ...marks]]
  })
  return Object.fromEntries(changes)
}
