import { isPalateError, type Palate } from '@palate/client'
import type { Command } from 'commander'
import { table, until } from '../terminal/text.ts'
import { type Context, profileCommand, withClient } from './api-command.ts'
import { type ApiOptions, findProfileId, serviceUrl } from './connection/client.ts'
import { findProjectFile, type StateOptions, wantedState } from './connection/project-file.ts'
import { currentBranch, shortId } from './history/versions.ts'

export function whoamiCommand(): Command {
  return profileCommand('whoami', 'show the service, your key and its rights, and the profile of this folder', [
    'whoami',
    'whoami --json',
  ]).action(withClient(whoami))
}

async function whoami({ palate, options, show }: Context<ApiOptions>): Promise<void> {
  const [session, key] = [await palate.session.get(), await palate.session.key()]
  const { account, projectId, scopes } = session
  const { person } = session as { readonly person?: Person }
  const profile = await usedProfile(palate, options)
  const who = { url: serviceUrl(options.url), account, ...(person && { person }), key, scopes, projectId, profile }
  show(who, () =>
    table([
      ['service', who.url],
      ['account', account],
      ...(person ? [['person', person.role === undefined ? person.name : `${person.name} (${person.role})`]] : []),
      ['key', `${key.name} (${key.id})`],
      ...(key.expiresAt === undefined ? [] : [['expires', until(key.expiresAt)]]),
      ['scopes', scopes?.join(', ') ?? 'all'],
      ['project', projectId ?? 'all'],
      ...describeProfile(profile),
    ]),
  )
}

/** Who is signed in, from services that know people. */
interface Person {
  readonly name: string
  readonly role?: string
}

interface UsedProfile {
  readonly id: string
  readonly name?: string
  readonly branch?: string
  /** What scores go by instead of the branch. */
  readonly pinned?: StateOptions
  /** Why its name and branch are unknown. */
  readonly problem?: string
}

/** The profile of this folder, if it has one. A key that may not read it, or a deleted profile, is no reason to fail. */
async function usedProfile(palate: Palate, options: ApiOptions): Promise<UsedProfile | null> {
  if (options.profile === undefined && findProjectFile()?.profileId === undefined) return null
  const id = await findProfileId(palate, options)
  try {
    const { name, profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    const pinned = wantedState(options.profile === undefined ? {} : { profile: options.profile })
    const isPinned = pinned.branch !== undefined || pinned.versionId !== undefined
    return { id, name, branch: currentBranch(profileData).name, ...(isPinned && { pinned }) }
  } catch (error) {
    if (isPalateError(error, 'scope_forbidden')) return { id, problem: 'the key may not read it' }
    if (isPalateError(error, 'profile_not_found')) return { id, problem: 'there is no such profile' }
    throw error
  }
}

function describeProfile(profile: UsedProfile | null): readonly (readonly string[])[] {
  if (profile === null) return [['profile', 'none; `palate init` chooses one for this folder']]
  const { id, name, branch, pinned, problem } = profile
  if (problem !== undefined) return [['profile', `${id} (${problem})`]]
  return [
    ['profile', `${name} (${id})`],
    ['branch', branch ?? ''],
    ...(pinned ? [['pinned', `${describePin(pinned)}: palate.json says what scores go by`]] : []),
  ]
}

function describePin({ branch, versionId = '' }: StateOptions): string {
  return branch === undefined ? `version ${shortId(versionId)}` : `branch ${branch}`
}
