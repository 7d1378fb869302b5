import { Redirect } from 'wouter'
import { useProfiles } from '../api/profiles.ts'
import { lastProfile } from '../state/last-profile.ts'
import { ErrorState, Loading } from '../ui/states.tsx'

/** The library is shown with the labels and scores of a profile: of the one that was open last, else of the newest. */
export function LibraryRedirect() {
  const profiles = useProfiles()
  if (profiles.isPending) return <Loading label="Opening the library" />
  if (profiles.data === undefined) return <ErrorState error={profiles.error} onRetry={() => void profiles.refetch()} />
  const profile = profiles.data.find(({ id }) => id === lastProfile.get()) ?? profiles.data[0]
  return <Redirect to={profile ? `/profiles/${profile.id}/library` : '/profiles'} replace />
}
