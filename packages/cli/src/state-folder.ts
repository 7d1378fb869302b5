import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from '@palate/server/store/directory.ts'

/** Where the command line stores its journal and unsent judgements. */
export function statePath(name: string, env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'palate', name)
}

/** Replaces a state file atomically. Only the user can read it. */
export function writeState(path: string, content: unknown): void {
  makeDirectory(dirname(path))
  const temporary = `${path}.${randomUUID()}`
  writeFileSync(temporary, JSON.stringify(content), { mode: 0o600 })
  renameSync(temporary, path)
}

export function removeState(path: string): void {
  rmSync(path, { force: true })
}
