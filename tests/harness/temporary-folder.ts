import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

/** A new folder. In the test runner it is removed when the test file has ended. */
export function createFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `palate-${name}-`))
  made.add(folder)
  return folder
}

export function removeFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
  made.clear()
}
