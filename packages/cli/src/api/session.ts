import { Palate, type Profile, type ProfileSummary } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { CommandError } from '../output.ts'
import { httpFetch } from './http-fetch.ts'
import { findProjectFile } from './project-file.ts'
import { readSettings } from './settings.ts'

export const defaultUrl = 'http://127.0.0.1:8080'

/** Nobody is signed in. The exit code is 4. */
export class NotSignedIn extends CommandError {
  constructor(message = 'not signed in: run `palate login`, or set PALATE_API_KEY') {
    super(message)
  }
}

/** Options that every command of the API takes. */
export interface ApiOptions {
  readonly url?: string
  readonly profile?: string
  readonly json?: boolean
}

/** The environment comes before `palate.json`, and that before what `palate login` stored. */
export function openClient({ url }: ApiOptions = {}): Palate {
  const apiKey = findApiKey()
  if (apiKey === undefined) throw new NotSignedIn()
  return clientOf(serviceUrl(url), apiKey)
}

export function clientOf(url: string, apiKey: string): Palate {
  return new Palate({ url, apiKey, fetch: httpFetch })
}

export function findApiKey(): string | undefined {
  return process.env.PALATE_API_KEY || readSettings().apiKey
}

export function serviceUrl(url?: string): string {
  return url ?? (process.env.PALATE_URL || (findProjectFile()?.url ?? readSettings().url ?? defaultUrl))
}

/** The profile that `--profile` names by id or name, or that the folder uses. */
export async function findProfileId(palate: Palate, { profile }: ApiOptions): Promise<string> {
  if (profile === undefined) {
    const file = findProjectFile()
    if (file) return file.profileId
    throw new CommandError('no profile: run `palate init` in this folder, or name one with --profile')
  }
  // An id needs no list, which a key with the scope `score` alone may not read.
  return isId('prof', profile) ? profile : (await findProfile(palate, profile)).id
}

export async function findProfile(
  palate: Palate,
  wanted: string,
  projectId?: string,
  advice = '`palate profiles` lists them',
): Promise<ProfileSummary> {
  const found: ProfileSummary[] = []
  for await (const one of palate.profiles.list(projectId === undefined ? {} : { projectId })) {
    if (one.id === wanted) return one
    if (one.name === wanted) found.push(one)
  }
  const [only, ...others] = found
  if (!only) throw new CommandError(`there is no profile ${JSON.stringify(wanted)}: ${advice}`)
  if (others.length === 0) return only
  const ids = found.map(({ id, projectId: project }) => `${id} (in ${project})`).join(', ')
  throw new CommandError(`several profiles are named ${JSON.stringify(wanted)}; use an id: ${ids}`)
}

/** The profile in use, without the snapshots of its versions. */
export async function readProfile(palate: Palate, options: ApiOptions): Promise<Profile> {
  return palate.profiles.get(await findProfileId(palate, options), { snapshots: 'omit' })
}
