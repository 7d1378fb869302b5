import { Card } from '../../ui/layout/page.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './health.module.css'
import { useRunningBatches } from './health-data.ts'

const shownMax = 10

/** Unfinished batches with their progress. */
export function RunningBatches() {
  const batches = useRunningBatches().data ?? []
  if (batches.length === 0) return null
  return (
    <Card title="Batches">
      <ul className={styles.batches}>
        {batches.slice(0, shownMax).map(({ batch_id, created_at, counts }) => {
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
