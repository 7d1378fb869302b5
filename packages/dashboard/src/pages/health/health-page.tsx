import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import styles from './health.module.css'
import { useReadiness } from './health-data.ts'
import { ReadyCard } from './ready-card.tsx'
import { RunningBatches } from './running-batches.tsx'

/** Whether the service is well, and what waits to be done. It looks again by itself. */
export function HealthPage() {
  const readiness = useReadiness()
  return (
    <Page title="Health" intro="How the service is now. The page looks again every few seconds.">
      {readiness.isPending ? <Loading label="Asking the service" /> : null}
      {readiness.isError ? <ErrorState error={readiness.error} onRetry={() => void readiness.refetch()} /> : null}
      <div className={styles.cards}>
        {readiness.data ? <ReadyCard readiness={readiness.data} /> : null}
        <RunningBatches />
      </div>
    </Page>
  )
}
