import type { Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useMemo } from 'react'
import { useLibrary } from '../../../api/library.ts'
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

/** Names of a project's library frames by id: the file name without its extension. */
function useLibraryNames(projectId: string): ReadonlyMap<string, string> {
  const { data } = useLibrary(projectId)
  return useMemo(
    () => new Map(data?.flatMap(({ id, name }) => (name === undefined ? [] : [[id, pictureName(name)] as const]))),
    [data],
  )
}
