import type { Snapshot } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { type ElementPictures, elementPictures } from './element-pictures.ts'

/** The pictures of a profile's elements, those of older versions too as far as the service keeps them. */
export function useElementPictures(profile: {
  readonly id: string
  readonly effectiveSnapshot: Pick<Snapshot, 'exemplars'>
}): ElementPictures {
  const pictures = useQuery({
    queryKey: [...profileKey(profile.id), 'pictures'],
    queryFn: ({ signal }) => palate.profiles.pictures(profile.id, { include_working: 'true' }, { signal }),
  })
  return elementPictures(pictures.data?.pictures ?? [], profile.effectiveSnapshot.exemplars)
}
