import type { UnusableElement } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { capitalised, counted } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import styles from './overview.module.css'

interface Props {
  readonly profileId: string
  readonly unusable: readonly UnusableElement[]
}

const reasonsShownMax = 5

/** Elements that cannot be used for learning, why, and a retry button. */
export function UnusableCard({ profileId, unusable }: Props) {
  const queries = useQueryClient()
  const mayWrite = useMay('write')
  const refresh = useMutation({
    mutationFn: () => palate.profiles.refresh(profileId),
    onSuccess: (result) => {
      showToast(
        result.unusable.length === 0
          ? 'Everything can be used now.'
          : `${result.unusable.length} still cannot be used.`,
      )
      void queries.invalidateQueries({ queryKey: profileKey(profileId) })
    },
  })
  if (unusable.length === 0) return null
  const reasons = [...Map.groupBy(unusable, ({ message }) => message)]
  return (
    <Card title="Not usable">
      <p className={styles.soft}>{counted(unusable.length, 'judgement')} cannot be used for learning.</p>
      <ul className={styles.reasons}>
        {reasons.slice(0, reasonsShownMax).map(([message, elements]) => (
          <li key={message}>{`${capitalised(message)}${elements.length > 1 ? ` (${elements.length} times)` : ''}`}</li>
        ))}
      </ul>
      <ErrorNote error={refresh.error} />
      {mayWrite ? (
        <Button isPending={refresh.isPending} onPress={() => refresh.mutate()}>
          Retry
        </Button>
      ) : null}
    </Card>
  )
}
