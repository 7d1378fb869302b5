import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJson } from './settings.ts'

export const projectFileName = 'palate.json'

/** Which profile a folder uses. It holds no secret: commit it with the project's code. */
export interface ProjectFile {
  readonly url?: string
  readonly projectId: string
  readonly profileId: string
}

/** The nearest `palate.json`, here or in a folder above. */
export function findProjectFile(from = process.cwd()): ProjectFile | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = readJson<ProjectFile>(join(folder, projectFileName))
    if (found || dirname(folder) === folder) return found
  }
}

export function writeProjectFile(content: ProjectFile): void {
  writeFileSync(projectFileName, `${JSON.stringify(content, null, 2)}\n`)
}
