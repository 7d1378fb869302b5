import { useMay } from '../../api/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import styles from './health.module.css'
import { useReadiness, useStatus } from './health-data.ts'
import { ReadyCard } from './ready-card.tsx'
import { RunningBatches } from './running-batches.tsx'
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
