import type { Branch, Profile } from '@palate/client'
import { CommandError } from '../../output.ts'

type ProfileData = Profile['profileData']

export function currentBranch({ branches, currentBranchId }: ProfileData): Branch {
  return branches.find(({ id }) => id === currentBranchId) as Branch
}

/** A branch by its id or name; by default the current one. */
export function findBranch(data: ProfileData, wanted?: string): Branch {
  if (wanted === undefined) return currentBranch(data)
  const found = data.branches.find(({ id, name }) => id === wanted || name === wanted)
  if (!found) throw new CommandError(`there is no branch ${JSON.stringify(wanted)}: \`palate branch\` lists them`)
  return found
}

/**
 * The version that a text names: its id or a unique prefix, a branch's id or name (its head), `HEAD`, or any of these
 * followed by `~N` for N commits earlier.
 */
export function findVersionId(data: ProfileData, text: string): string {
  const [, name = '', back] = /^(.*?)(?:~(\d*))?$/.exec(text) ?? []
  let id = startingPoint(data, name)
  for (let steps = back === undefined ? 0 : Number(back || 1); steps > 0; steps--) {
    const parent = data.versions.find((version) => version.id === id)?.parentVersionId
    if (parent == null) throw new CommandError(`${text}: the history does not go back that far`)
    id = parent
  }
  return id
}

function startingPoint(data: ProfileData, name: string): string {
  const branch =
    name === 'HEAD' || name === ''
      ? currentBranch(data)
      : data.branches.find((one) => one.id === name || one.name === name)
  if (branch) {
    if (branch.headVersionId === null) throw new CommandError(`branch ${branch.name} has no commits yet`)
    return branch.headVersionId
  }
  const exact = data.versions.find(({ id }) => id === name)
  const matching = exact
    ? [exact]
    : data.versions.filter(({ id }) => id.startsWith(name) || shortId(id).startsWith(name))
  const [only, ...others] = matching
  if (!only) throw new CommandError(`there is no version or branch ${JSON.stringify(name)}: \`palate log\` lists them`)
  if (others.length > 0) throw new CommandError(`${JSON.stringify(name)} matches several versions`)
  return only.id
}

/** Enough of an id to distinguish versions, without the common prefix. */
export function shortId(id: string): string {
  return id.replace(/^ver_/, '').slice(0, 10)
}
