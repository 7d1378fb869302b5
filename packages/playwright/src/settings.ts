import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The service and the key, from the variables that the command line reads as well. */
export function readAccess(): { readonly url?: string; readonly apiKey: string } {
  const { PALATE_URL: url, PALATE_API_KEY: apiKey } = process.env
  if (!apiKey) throw new Error('Palate needs a key: set PALATE_API_KEY, and PALATE_URL unless the service runs locally')
  return { ...(url && { url }), apiKey }
}

/** The profile that the environment names, else that of the nearest `palate.json`. Its URL is not used: it is not trusted. */
export function findProfile(): string {
  if (process.env.PALATE_PROFILE) return process.env.PALATE_PROFILE
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, 'palate.json')
    if (existsSync(path)) return profileIn(path)
    if (dirname(folder) === folder) break
  }
  throw new Error('no profile: pass `profile`, set PALATE_PROFILE, or run `palate init`')
}

function profileIn(path: string): string {
  const { profileId } = JSON.parse(readFileSync(path, 'utf8')) as { readonly profileId?: unknown }
  if (typeof profileId !== 'string') throw new Error(`${path} names no profile: pass \`profile\``)
  return profileId
}
