import type { Constraint, Exemplar, Profile, ProfilePicture } from '@palate/client'
import { pictureAt } from '../../../api/frame-names.ts'

export interface ShownExemplar {
  readonly id: string
  readonly label: 'good' | 'bad'
  /** A path of this service or a data URL; null if nothing can be shown. */
  readonly src: string | null
  readonly reason: string | undefined
  readonly isUncommitted: boolean
}

/** The labelled pictures of the current branch with the uncommitted changes, newest first. */
export function shownExemplars(profile: Profile, pictures: readonly ProfilePicture[]): readonly ShownExemplar[] {
  const byElement = new Map(pictures.map((picture) => [picture.elementId, picture]))
  const changed = new Set(profile.profileData.workingChanges.exemplars.map(({ id }) => id))
  return withChanges<Exemplar>(profile.effectiveSnapshot.exemplars, profile.profileData.workingChanges.exemplars)
    .flatMap((exemplar): readonly ShownExemplar[] => {
      const { id, label } = exemplar
      if (id == null || label == null) return []
      const picture = byElement.get(id)
      const src = picture?.thumbnail ?? pictureAt(exemplar.imageData ?? exemplar.url)
      return [{ id, label, src, reason: picture?.reason, isUncommitted: changed.has(id) }]
    })
    .reverse()
}

/** The answers of the current branch with the uncommitted changes. */
export function shownConstraints(profile: Profile): readonly Constraint[] {
  return withChanges<Constraint>(profile.effectiveSnapshot.constraints, profile.profileData.workingChanges.constraints)
}

interface Element {
  readonly id?: string | null
  readonly removed?: boolean | null
}

function withChanges<Kind extends Element>(committed: readonly Kind[], changes: readonly Kind[]): readonly Kind[] {
  const byId = new Map(committed.map((element) => [element.id, element]))
  for (const change of changes) {
    if (change.removed === true) byId.delete(change.id)
    else byId.set(change.id, change)
  }
  return [...byId.values()]
}
