import { useMay } from '../../api/session.ts'
import { Badge, Card, Page } from '../../ui/layout/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './health.module.css'
import { useReadiness, useRunningBatches, useStatus } from './health-data.ts'
import { AccountCard, QueueCard, ScoringCard, ServiceCard } from './status-cards.tsx'

/** Whether the service is healthy, and its queues. Refreshes automatically. */
export function HealthPage() {
  const mayRead = useMay('read')
  return (
    <Page title="Health" intro="Current state of the service. Updates every few seconds.">
      {mayRead ? <Status /> : <Readiness />}
    </Page>
  )
}

function Status() {
  const status = useStatus()
  if (status.isPending) return <Loading label="Loading the status" />
  if (status.isLoadingError) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  return (
    <>
      <ReadyCard failed={status.data.failedChecks} />
      <div className={styles.cards}>
        <ServiceCard status={status.data} />
        <ScoringCard status={status.data} />
        <QueueCard status={status.data} />
        <AccountCard status={status.data} />
        <RunningBatches />
      </div>
    </>
  )
}

/** All that a key without the scope `read` can see. */
function Readiness() {
  const readiness = useReadiness()
  if (readiness.isPending) return <Loading label="Loading the status" />
  if (readiness.isLoadingError) return <ErrorState error={readiness.error} onRetry={() => void readiness.refetch()} />
  return <ReadyCard failed={readiness.data} />
}

/** Readiness in one word, and the failing checks. */
function ReadyCard({ failed }: { readonly failed: Readonly<Record<string, string>> }) {
  const reasons = Object.entries(failed)
  const isReady = reasons.length === 0
  return (
    <Card>
      <p role="status" className={styles.ready}>
        <Badge tone={isReady ? 'good' : 'bad'}>{isReady ? 'ready' : 'not healthy'}</Badge>
        <span className={styles.soft}>
          {isReady
            ? 'The store answers and has free space, pictures can be scored, and no work is stuck.'
            : 'Something is wrong. Reads may still work.'}
        </span>
      </p>
      {isReady ? null : (
        <dl className={styles.facts}>
          {reasons.map(([name, reason]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

const shownMax = 10

/** Unfinished batches with their progress. */
function RunningBatches() {
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
