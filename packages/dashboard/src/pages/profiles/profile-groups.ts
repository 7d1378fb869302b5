import type { ProfileSummary } from '@palate/client'

export interface ProfileGroup {
  readonly projectId: string
  readonly profiles: readonly ProfileSummary[]
}

/** The matching profiles by project: projects sorted by name, profiles by last change. */
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
    .sort((a, b) => a.projectId.localeCompare(b.projectId))
}
