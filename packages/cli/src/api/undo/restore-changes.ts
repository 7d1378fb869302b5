import type { Palate, Profile } from '@palate/client'
import type { ElementName } from '../../journal.ts'
import { sendElements } from '../judgements/remove-judgements.ts'

/**
 * Makes working changes what they were. A change to a committed judgement is sent without its id: it then replaces that
 * judgement and uses no budget, as before.
 */
export async function restoreChanges(palate: Palate, profile: Profile, lost: readonly ElementName[]): Promise<void> {
  const changes = lost.flatMap(({ list, id, replaced }) => {
    if (!replaced) return []
    const isFree = replaced.removed !== true && profile.effectiveSnapshot[list].some((one) => one.id === id)
    const { id: _, ...content } = replaced
    return [{ list, element: isFree ? content : { ...content, id } }]
  })
  await sendElements(palate, profile.id, changes)
  for (const { id, replaced } of lost) if (!replaced) await palate.annotations.remove(profile.id, id)
}
