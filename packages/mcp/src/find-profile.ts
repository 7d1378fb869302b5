import type { Palate, ProfileSummary } from '@palate/client'
import { isPalateError } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { z } from 'zod'
import { type McpContext, type PinnedState, ToolError } from './context.ts'

/** Profiles that are searched for a name, and that an error lists. */
const profilesSearchedMax = 1000
const profilesNamedMax = 10

export const profileInput = z.string().optional().describe('Profile id or name; optional if there is only one')

/** The profile that a call names by id or name, else the default one, else the only one. */
export async function findProfileId({ palate, profileId }: McpContext, wanted?: string): Promise<string> {
  if (wanted === undefined && profileId !== undefined) return profileId
  if (wanted !== undefined && isId('prof', wanted)) return wanted
  const profiles = await listProfiles(palate)
  const found = wanted === undefined ? profiles : profiles.filter(({ name }) => name === wanted)
  const [only, another] = found
  if (only && !another) return only.id
  if (profiles.length === 0) throw new ToolError('There is no profile yet. Ask the person to run `palate init`.')
  const choices = (another ? found : profiles).slice(0, profilesNamedMax)
  const named = choices.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new ToolError(
    `${another ? 'There are several profiles' : 'There is no profile of that name'}. Pass one of: ${named}.`,
  )
}

/** What scores and briefs go by: what the folder pins for its own profile, else the current branch. */
export function stateOf({ profileId, pinned }: McpContext, wantedId: string): PinnedState {
  return wantedId === profileId && pinned ? pinned : {}
}

/** A mistyped name would add a dimension to the profile. */
export async function requireDimension({ palate }: McpContext, profileId: string, dimension?: string): Promise<void> {
  if (dimension === undefined) return
  const { dimensions } = await palate.dimensions({ profile_id: profileId })
  const known = dimensions.flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  if (known.includes(dimension)) return
  const has = `This profile has no dimension ${JSON.stringify(dimension)} to teach, only ${known.join(', ')}.`
  throw new ToolError(`${has} A person can add one with \`palate add --new-dimension\`.`)
}

export async function listProfiles(palate: Palate): Promise<readonly ProfileSummary[]> {
  const profiles: ProfileSummary[] = []
  try {
    for await (const profile of palate.profiles.list({ limit: profilesSearchedMax })) {
      if (profiles.push(profile) === profilesSearchedMax) break
    }
  } catch (error) {
    if (!isPalateError(error) || error.code !== 'scope_forbidden') throw error
    throw new ToolError('This key may not list profiles. Pass the id of a profile (prof_…); the person knows it.')
  }
  return profiles
}
