import { useMay } from '../../api/session.ts'
import { Card } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './health.module.css'
import { useRunningBatches } from './health-data.ts'

const shownMax = 10

/** Batches that are not done yet, with their ages. */
export function RunningBatches() {
  const maySee = useMay('read', 'score')
  const batches = useRunningBatches(maySee)
  if (!maySee) return null
  return (
    <Card title="Batches">
      <ErrorNote error={batches.error} />
      {batches.data?.length === 0 ? <p className={styles.soft}>None is running.</p> : null}
      <ul className={styles.batches}>
        {batches.data?.slice(0, shownMax).map(({ batch_id, created_at, counts }) => {
          const done = counts.succeeded + counts.failed + counts.canceled
          return (
            <li key={batch_id}>
              <progress
                value={done}
                max={counts.total}
                aria-label={`Batch of ${counts.total} frames`}
                className={styles.progress}
              />
              <span className={styles.soft}>
                {done.toLocaleString('en')} of {counts.total.toLocaleString('en')}, begun <TimeAgo at={created_at} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
