import type { Profile } from '@palate/client'
import { ButtonLink } from '../../../ui/button.tsx'
import { counted, listed } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import styles from './overview.module.css'

/** What was judged since the last commit: scores do not follow it yet. */
export function UncommittedCard({ profile }: { readonly profile: Profile }) {
  const { constraints, exemplars, comparisons } = profile.profileData.workingChanges
  const parts = [
    exemplars.length > 0 ? counted(exemplars.length, 'label') : '',
    comparisons.length > 0 ? counted(comparisons.length, 'comparison') : '',
    constraints.length > 0 ? counted(constraints.length, 'answer') : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return null
  return (
    <Card title="Not committed">
      <p className={styles.soft}>{listed(parts)}. Scores follow them once they are committed.</p>
      <ButtonLink to={`/profiles/${profile.id}/history/uncommitted`}>Review and commit</ButtonLink>
    </Card>
  )
}
