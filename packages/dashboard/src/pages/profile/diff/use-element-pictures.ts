import type { Profile } from '@palate/client'
import { useLibraryNames } from '../../../api/library-names.ts'
import { type StateOf, useStatePictures } from '../../../api/profiles.ts'
import { type ElementPictures, elementPictures } from './element-pictures.ts'

/** The pictures of the elements of a state; null is the empty state. */
export function useElementPictures(
  { id, projectId, effectiveSnapshot }: Pick<Profile, 'id' | 'projectId' | 'effectiveSnapshot'>,
  state: StateOf | null,
): ElementPictures {
  const pictures = useStatePictures(id, state ?? {}, state !== null)
  const names = useLibraryNames(projectId)
  return elementPictures(pictures.data?.pictures ?? [], effectiveSnapshot.exemplars, names)
}
