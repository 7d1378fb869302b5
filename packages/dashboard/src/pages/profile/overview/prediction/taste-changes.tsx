import type { DimensionDiagnostics } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { useMay } from '../../../../api/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { counted } from '../../../../ui/format.ts'
import { ErrorNote } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import styles from '../overview.module.css'

interface Props {
  readonly profileId: string
  readonly changes: NonNullable<DimensionDiagnostics['changes']>
}

/** Tastes that have changed. To learn from then on for good, the earlier labels are removed, as changes to be committed. */
export function TasteChanges({ profileId, changes }: Props) {
  const queries = useQueryClient()
  const mayTeach = useMay('teach', 'write')
  const earlier = changes.flatMap((change) => change.earlier)
  const remove = useMutation({
    mutationFn: async () => {
      for (const id of earlier) await palate.annotations.remove(profileId, id)
    },
    onSuccess: () => showToast(`${counted(earlier.length, 'label')} removed, to be committed.`),
    onSettled: () => void queries.invalidateQueries({ queryKey: profileKey(profileId) }),
  })
  return (
    <div className={styles.contradictions}>
      {changes.map(({ since, statement }) => (
        <p key={since}>{statement}</p>
      ))}
      <ErrorNote error={remove.error} />
      {mayTeach ? (
        <Button isPending={remove.isPending} onPress={() => remove.mutate()}>
          Remove the {counted(earlier.length, 'earlier label')}
        </Button>
      ) : null}
    </div>
  )
}
