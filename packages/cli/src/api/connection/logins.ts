import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeDirectory } from '@palate/server/store/directory.ts'
import { CommandError, UsageError } from '../../output.ts'
import type { Login } from './access.ts'
import { addressOf, defaultUrl } from './address.ts'

/** What `palate login` stores for this user: the last login, in the format of every version, and earlier ones. */
interface Settings extends Partial<Login> {
  readonly others?: readonly Login[]
}

export function settingsPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'palate', 'config.json')
}

/** Most recent first. */
export function readLogins(): readonly Login[] {
  const { url = defaultUrl, apiKey, others } = readJson<Settings>(settingsPath()) ?? {}
  const all: readonly Partial<Login>[] = [{ url, ...(apiKey !== undefined && { apiKey }) }, ...[others ?? []].flat()]
  return all.flatMap((login) => {
    const isWhole = typeof login?.url === 'string' && typeof login.apiKey === 'string'
    return isWhole ? { url: addressOf(login.url, settingsPath()), apiKey: login.apiKey } : []
  })
}

/** Readable only by the user, because it contains keys. */
export function writeLogins([last, ...others]: readonly Login[]): void {
  const path = settingsPath()
  // Writing to an existing file would keep its mode.
  rmSync(path, { force: true })
  if (!last) return
  const settings: Settings = { ...last, ...(others.length > 0 && { others }) }
  makeDirectory(dirname(path))
  writeFileSync(path, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
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
    throw new UsageError(`${path} is not JSON: correct it, or delete it`)
  }
}
