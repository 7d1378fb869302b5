import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { UsageError } from '../../output.ts'
import { readJson } from './logins.ts'

export const projectFileName = 'palate.json'

/** Which profile a folder uses. It contains no secrets: commit it with the project's code. */
export interface ProjectFile {
  readonly url?: string
  readonly projectId: string
  readonly profileId: string
  /** Scores go by this branch or this version, whichever branch others switch the profile to. */
  readonly branch?: string
  readonly version?: string
}

/** The file as it is on disk, not yet validated. */
type FoundFile = Partial<ProjectFile> & { readonly path: string }

/** The nearest `palate.json`, in this folder or a parent, and its path. */
export function findProjectFile(from = process.cwd()): FoundFile | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, projectFileName)
    const found = readJson<Partial<ProjectFile> | null>(path)
    if (found === null || (found && (typeof found !== 'object' || Array.isArray(found)))) {
      throw new UsageError(`${relative(from, path)} is not an object with a profileId: correct it, or delete it`)
    }
    if (found) return { ...found, path: relative(from, path) }
    if (dirname(folder) === folder) return undefined
  }
}

/** Writes the file of this folder. What an earlier one pins of the same profile stays pinned. */
export function writeProjectFile(content: ProjectFile): void {
  const { profileId, branch, version } = readJson<Partial<ProjectFile>>(projectFileName) ?? {}
  const pins = profileId === content.profileId ? { branch, version } : {}
  writeFileSync(projectFileName, `${JSON.stringify({ ...content, ...pins }, null, 2)}\n`)
}

/** What to score against: a branch or a version by its name or id; by default the profile's current branch. */
export interface StateOptions {
  readonly branch?: string
  readonly versionId?: string
}

/** The state that the options name, else the one that `palate.json` pins for the profile that it names. */
export function wantedState({
  profile,
  branch,
  versionId,
}: StateOptions & { readonly profile?: string }): StateOptions {
  if (branch !== undefined) return { branch }
  if (versionId !== undefined) return { versionId }
  const file = profile === undefined ? findProjectFile() : undefined
  if (file?.branch === undefined && file?.version === undefined) return {}
  const pinned: unknown = file.branch ?? file.version
  if (file.branch !== undefined && file.version !== undefined) {
    throw new UsageError(`${file.path} names a branch and a version: keep one of them`)
  }
  if (typeof pinned !== 'string' || pinned === '') {
    throw new UsageError(`${file.path}: branch and version are texts, such as "main"`)
  }
  return file.branch === undefined ? { versionId: pinned } : { branch: pinned }
}
