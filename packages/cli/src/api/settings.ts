import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../output.ts'

/** What `palate login` keeps for this user. */
export interface Settings {
  readonly url?: string
  readonly apiKey?: string
}

export function settingsPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'palate', 'config.json')
}

export function readSettings(): Settings {
  return readJson(settingsPath()) ?? {}
}

/** Only the user may read it: it holds a key. */
export function writeSettings(settings: Settings): void {
  const path = settingsPath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // The mode of a file that exists would stay as it is.
  rmSync(path, { force: true })
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
}

export function forgetSettings(): void {
  rmSync(settingsPath(), { force: true })
}

/** The JSON in a file; undefined if there is no such file. */
export function readJson<Content>(path: string): Content | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandError(`cannot read ${path}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text) as Content
  } catch {
    throw new CommandError(`${path} is not JSON`)
  }
}
