import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readJson } from './logins.ts'

export const projectFileName = 'palate.json'

/** Which profile a folder uses. It contains no secrets: commit it with the project's code. */
export interface ProjectFile {
  readonly url?: string
  readonly projectId: string
  readonly profileId: string
}

/** As found on disk, unvalidated. */
type FoundFile = Partial<ProjectFile> & { readonly path: string }

/** The nearest `palate.json`, in this folder or a parent, and its path. */
export function findProjectFile(from = process.cwd()): FoundFile | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, projectFileName)
    const found = readJson<Partial<ProjectFile>>(path)
    if (found) return { ...found, path: relative(from, path) }
    if (dirname(folder) === folder) return undefined
  }
}

export function writeProjectFile(content: ProjectFile): void {
  writeFileSync(projectFileName, `${JSON.stringify(content, null, 2)}\n`)
}
