import type { Profile } from '@palate/client'
import { Link } from 'wouter'

/** Which profile and branch this is, and what is not yet committed. */
export function ProfileHeader({ profile }: { readonly profile: Profile }) {
  return (
    <header>
      <Link href="/profiles">Profiles</Link>
      <h1>{profile.name}</h1>
    </header>
  )
}
