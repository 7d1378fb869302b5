import { Palate, type Profile, type ProfileSummary } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { CommandError, UsageError } from '../../output.ts'
import { accessOf, isKnownAddress, type Login, NotSignedIn, namedAddress, type Sources } from './access.ts'
import { readLogins } from './logins.ts'
import { findProjectFile } from './project-file.ts'

/** Options of every API command. */
export interface ApiOptions {
  readonly url?: string
  readonly profile?: string
  readonly json?: boolean
}

export function openClient({ url }: ApiOptions = {}): Palate {
  return clientOf(accessOf(readSources(url)))
}

/** The same for completion, which never contacts a URL that the user has not chosen. */
export function openKnownClient({ url }: ApiOptions): Palate {
  const sources = readSources(url)
  if (!isKnownAddress(sources)) throw new NotSignedIn()
  return clientOf(accessOf(sources))
}

export function clientOf({ url, apiKey }: Login): Palate {
  if (!isWellFormedKey(apiKey)) {
    throw new UsageError('the key is malformed: copy all of it again (plt_ and 38 letters and digits)')
  }
  return new Palate({ url, apiKey })
}

export function serviceUrl(url?: string): string {
  return namedAddress(readSources(url)).url
}

export function readSources(option?: string): Sources {
  const { PALATE_URL: url, PALATE_API_KEY: apiKey } = process.env
  const found = findProjectFile()
  const file = found?.url === undefined ? undefined : { path: found.path, url: String(found.url) }
  return { option, variables: { url, apiKey }, file, logins: readLogins() }
}

/** The profile that `--profile` names by id or name, else the one that the folder uses. */
export async function findProfileId(palate: Palate, { profile }: ApiOptions): Promise<string> {
  if (profile === undefined) {
    const file = findProjectFile()
    if (typeof file?.profileId === 'string') return file.profileId
    const reason = file ? `${file.path} names no profile` : 'no profile'
    throw new UsageError(`${reason}: run \`palate init\` in this folder, or name one with --profile`)
  }
  // An id needs no list, which a key with only the scope `score` may not read.
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
