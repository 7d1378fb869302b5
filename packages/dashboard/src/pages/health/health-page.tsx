import { useMay } from '../../api/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import styles from './health.module.css'
import { useReadiness, useStatus } from './health-data.ts'
import { ReadyCard } from './ready-card.tsx'
import { RunningBatches } from './running-batches.tsx'
import { AccountCard, QueueCard, ScoringCard, ServiceCard } from './status-cards.tsx'

/** Whether the service is well, and what waits to be done. It looks again by itself. */
export function HealthPage() {
  const mayRead = useMay('read')
  return (
    <Page title="Health" intro="How the service is now. The page looks again every few seconds.">
      {mayRead ? <Status /> : <Readiness />}
    </Page>
  )
}

function Status() {
  const status = useStatus()
  if (status.isPending) return <Loading label="Asking the service" />
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

/** All that a key without the scope `read` can know. */
function Readiness() {
  const readiness = useReadiness()
  if (readiness.isPending) return <Loading label="Asking the service" />
  if (readiness.isLoadingError) return <ErrorState error={readiness.error} onRetry={() => void readiness.refetch()} />
  return <ReadyCard failed={readiness.data} />
}
