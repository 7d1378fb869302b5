import type { Profile } from '@palate/client'
import { ButtonLink } from '../../../ui/button.tsx'
import { counted, listed } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import styles from './overview.module.css'

/** Judgements since the last commit, which scores do not include yet. */
export function UncommittedCard({ profile }: { readonly profile: Profile }) {
  const { constraints, exemplars, comparisons } = profile.profileData.workingChanges
  const parts = [
    exemplars.length > 0 ? counted(exemplars.length, 'label') : '',
    comparisons.length > 0 ? counted(comparisons.length, 'comparison') : '',
    constraints.length > 0 ? counted(constraints.length, 'answer') : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return null
  return (
    <Card title="Changes to save">
      <p className={styles.soft}>{listed(parts)}. They affect scores once you save them as a version.</p>
      <ButtonLink to={`/profiles/${profile.id}/history/uncommitted`}>Review and save</ButtonLink>
    </Card>
  )
}
