import type { Profile } from '@palate/client'
import { usePageTitle } from '../../../ui/page.tsx'

export function TeachPages({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Teach · ${profile.name}`)
  return null
}
