import type { Profile } from '@palate/client'
import { usePageTitle } from '../../../ui/page.tsx'

export function ScorePage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Score · ${profile.name}`)
  return null
}
