import type { Branch, Profile } from '@palate/client'
import { CommandError } from '../../output.ts'

type ProfileData = Profile['profileData']

/** What names a version, for the help of commands. */
export const versionNames = 'an id or id prefix, a branch, HEAD or @; with ~N or ^ for earlier ones'

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
 * The version that a text names: its id or a unique prefix, a branch's id or name (its head), `HEAD` or `@`, or any of
 * these followed by steps back as in git: `~N` for N commits earlier, `^` for the parent, `^2` for what was merged in.
 */
export function findVersionId(data: ProfileData, text: string): string {
  const [, name = '', steps = ''] = /^(.*?)((?:~\d*|\^\d*)*)$/.exec(text) ?? []
  let id = startingPoint(data, name)
  for (const [, mark, number] of steps.matchAll(/([~^])(\d*)/g)) {
    const count = number === '' ? 1 : Number(number)
    if (mark === '~') for (let left = count; left > 0; left--) id = parentOf(data, id, 1, text)
    else if (count > 0) id = parentOf(data, id, count, text)
  }
  return id
}

function parentOf({ versions }: ProfileData, id: string, place: number, text: string): string {
  const version = versions.find((one) => one.id === id)
  const parent = [version?.parentVersionId, version?.mergedFrom][place - 1]
  if (parent == null && place > 1) throw new CommandError(`${text}: ${shortId(id)} has no parent ${place}`)
  if (parent == null) throw new CommandError(`${text}: the history does not go back that far`)
  return parent
}

/** The two ends of `FROM..TO`, where a missing end is `HEAD`; undefined if the text is not a range. */
export function rangeIn({ branches }: ProfileData, text: string): readonly [from: string, to: string] | undefined {
  const [, from, to] = /^(.*?)\.\.(.*)$/.exec(text) ?? []
  const isBranch = branches.some(({ id, name }) => id === text || name === text)
  return from === undefined || to === undefined || isBranch ? undefined : [from || 'HEAD', to || 'HEAD']
}

/** The branch of this id or name; `HEAD` and `@` are the current one. */
function namedBranch(data: ProfileData, name: string): Branch | undefined {
  if (['HEAD', '@', ''].includes(name)) return currentBranch(data)
  return data.branches.find((one) => one.id === name || one.name === name)
}

/** The head of the branch, or the version, that a text names; null for a branch without commits. */
export function findHeadId(data: ProfileData, text: string): string | null {
  const branch = namedBranch(data, text)
  return branch ? branch.headVersionId : findVersionId(data, text)
}

/** The same for requests, which name a branch without commits by its id. */
export function findStateId(data: ProfileData, text: string): string {
  const branch = namedBranch(data, text)
  return branch?.headVersionId === null ? branch.id : findVersionId(data, text)
}

function startingPoint(data: ProfileData, name: string): string {
  const branch = namedBranch(data, name)
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
