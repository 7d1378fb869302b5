import type { Profile } from '@palate/client'
import { usePageTitle } from '../../../ui/page.tsx'

export function OverviewPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Overview · ${profile.name}`)
  return null
}
