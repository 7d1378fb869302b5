import type { Profile } from '@palate/client'
import { usePageTitle } from '../../../ui/page.tsx'

export function HistoryPages({ profile }: { readonly profile: Profile }) {
  usePageTitle(`History · ${profile.name}`)
  return null
}
