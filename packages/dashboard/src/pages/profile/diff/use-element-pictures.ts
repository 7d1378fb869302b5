import type { Profile } from '@palate/client'
import { useLibraryNames } from '../../../api/library-names.ts'
import { useProfilePictures } from '../../../api/profiles.ts'
import { type ElementPictures, elementPictures } from './element-pictures.ts'

/** The pictures of a profile's elements, those of older versions too as far as the service keeps them. */
export function useElementPictures({
  id,
  projectId,
  effectiveSnapshot,
}: Pick<Profile, 'id' | 'projectId' | 'effectiveSnapshot'>): ElementPictures {
  const pictures = useProfilePictures(id)
  const names = useLibraryNames(projectId)
  return elementPictures(pictures.data?.pictures ?? [], effectiveSnapshot.exemplars, names)
}
