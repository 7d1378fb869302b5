import type { Palate } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import { CommandError } from '../../output.ts'

/** The id of the person that `wanted` names by id, or by name among those who taught the profile. */
export async function findPersonId(
  palate: Palate,
  profileId: string,
  wanted: string,
  dimension: string,
): Promise<string> {
  // An id needs no list, which a key with only the scope `score` may not read.
  if (isId('per', wanted)) return wanted
  const { people } = await palate.profiles.people(profileId, { dimension })
  const found = people.filter(({ name }) => name?.toLowerCase() === wanted.toLowerCase())
  const [only, ...others] = found
  if (!only) {
    const names = people.flatMap(({ name }) => name ?? [])
    const known = names.length > 0 ? `: it was taught by ${names.join(', ')}` : ''
    throw new CommandError(`nobody named ${JSON.stringify(wanted)} has taught ${dimension}${known}`)
  }
  if (others.length === 0) return only.id
  const ids = found.map(({ id }) => id).join(', ')
  throw new CommandError(`several people are named ${JSON.stringify(wanted)}; use an id: ${ids}`)
}
