import type { Brief, ProfilePictureList, ProfileSummary, ProjectList, ScoreRequest } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'
import { readAll } from './read-all.ts'
import { useMay } from './session.ts'
import { useBranchQuery } from './viewed-branch.ts'

export const profilesKey = ['profiles'] as const

/** Every profile that the key can access, newest first. */
export function useProfiles(isEnabled = true) {
  return useQuery<readonly ProfileSummary[]>({
    queryKey: profilesKey,
    queryFn: ({ signal }) => readAll(palate.profiles.list({}, { signal })),
    enabled: isEnabled,
  })
}

/** The account's projects that the key can access. */
export function useProjects() {
  const isEnabled = useMay('read')
  return useQuery<ProjectList>({
    queryKey: ['projects'],
    queryFn: ({ signal }) => palate.projects({ signal }),
    enabled: isEnabled,
  })
}

/** The taste in colours and numbers, of the committed state unless `include_working` is set. */
export function useBrief(id: string, state: { readonly include_working?: 'true' } = {}, isEnabled = true) {
  const query = { ...state, ...useBranchQuery() }
  return useQuery<Brief>({
    queryKey: [...profileKey(id), 'brief', query],
    queryFn: ({ signal }) => palate.profiles.brief(id, query, { signal }),
    enabled: isEnabled,
  })
}

/** Thumbnails of the pictures that a profile judged, uncommitted ones included. */
export function useProfilePictures(id: string, isEnabled = true) {
  return useStatePictures(id, { include_working: true }, isEnabled)
}

/** A state of a profile: a version, a branch's head, or the working state with the uncommitted changes. */
export type StateOf = Pick<ScoreRequest, 'version_id' | 'branch_id' | 'include_working'>

/** Thumbnails of the pictures of a state, such as pictures of an old version that were removed later. */
export function useStatePictures(
  id: string,
  { include_working: isWorking = false, ...named }: StateOf,
  isEnabled = true,
) {
  const branch = useBranchQuery()
  const state = named.version_id === undefined && named.branch_id === undefined ? branch : named
  return useQuery<ProfilePictureList>({
    queryKey: [...profileKey(id), 'pictures', state, isWorking],
    queryFn: ({ signal }) =>
      palate.profiles.pictures(id, { ...state, ...(isWorking && { include_working: 'true' }) }, { signal }),
    enabled: isEnabled,
  })
}
