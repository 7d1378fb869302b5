import type { Brief, ProfileSummary } from '@palate/client'
import { percent } from '../../ui/format.ts'

export interface ProfileGroup {
  readonly projectId: string
  readonly profiles: readonly ProfileSummary[]
}

/** The matching profiles by project. The project and the profile that changed last come first. */
export function groupProfiles(profiles: readonly ProfileSummary[], search: string, project: string): ProfileGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const fits = ({ name, projectId, seed }: ProfileSummary) => {
    const text = `${name} ${projectId} ${seed ?? ''}`.toLowerCase()
    return (project === '' || project === projectId) && words.every((word) => text.includes(word))
  }
  const groups = Map.groupBy(profiles.filter(fits), ({ projectId }) => projectId)
  return [...groups]
    .map(([projectId, members]) => ({
      projectId,
      profiles: members.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
    }))
    .sort((a, b) => (lastChange(a) < lastChange(b) ? 1 : -1))
}

function lastChange({ profiles }: ProfileGroup): string {
  return profiles[0]?.updatedAt ?? ''
}

/** Shown on a card: "10 good · knows you 76 %"; empty while nothing was labelled good. */
export function describeKnowledge({ thresholds, predicts }: Pick<Brief, 'thresholds' | 'predicts'>): string {
  const good = thresholds.aesthetics?.evidence.good.total ?? 0
  const parts = [good > 0 ? `${good} good` : '', predicts ? `knows you ${percent(predicts.accuracy)}` : '']
  return parts.filter((part) => part !== '').join(' · ')
}

const tints = 8

/** The number of a background tint. Profiles with different names mostly have different ones. */
export function tintOf(name: string): number {
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 997
  return hash % tints
}
