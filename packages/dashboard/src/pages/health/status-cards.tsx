import type { ServiceStatus } from '@palate/client'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { counted } from '../../ui/format.ts'
import { Card } from '../../ui/layout/page.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { describeAge } from './describe-age.ts'
import styles from './health.module.css'

interface Props {
  readonly status: ServiceStatus
}

const stores = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export function ServiceCard({ status: { version, startedAt, store, embedder } }: Props) {
  return (
    <Card title="Service">
      <dl className={styles.facts}>
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <TimeAgo at={startedAt} />
          </dd>
        </div>
        <div>
          <dt>Store</dt>
          <dd>{stores[store]}</dd>
        </div>
        <div>
          <dt>Embedder</dt>
          <dd>{embedder}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** The threads of the process that answered. With several processes, the numbers vary between requests. */
export function ScoringCard({ status: { scoring } }: Props) {
  return (
    <Card title="Threads">
      <meter
        className={styles.progress}
        min={0}
        max={Math.max(1, scoring.threads)}
        value={Math.min(scoring.running, scoring.threads)}
        aria-label="Busy threads"
      />
      <dl className={styles.facts}>
        <div>
          <dt>Reading pictures</dt>
          <dd>
            {scoring.running} of {counted(scoring.threads, 'thread')}
          </dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{counted(scoring.waiting, 'picture')}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** The account's usage and limit. */
export function AccountCard({ status: { account } }: Props) {
  // A key of one project does not see the account's usage.
  if (!account) return null
  const { usedBytes, maxBytes } = account
  return (
    <Card title="Account">
      {maxBytes === null ? null : (
        <meter
          className={styles.progress}
          min={0}
          max={maxBytes}
          value={Math.min(usedBytes, maxBytes)}
          aria-label="Used storage"
        />
      )}
      <dl className={styles.facts}>
        <div>
          <dt>Storage</dt>
          <dd>
            {describeBytes(usedBytes)} {maxBytes === null ? 'used, no limit' : `of ${describeBytes(maxBytes)}`}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

export function QueueCard({ status: { batches, deliveries } }: Props) {
  return (
    <Card title="Queues">
      <dl className={styles.facts}>
        <div>
          <dt>Batches</dt>
          <dd>
            {batches.unfinished === 0
              ? 'none unfinished'
              : `${batches.unfinished} unfinished, the oldest for ${describeAge(batches.oldestSeconds ?? 0)}`}
          </dd>
        </div>
        <div>
          <dt>Webhook deliveries</dt>
          <dd>
            {deliveries.overdueSeconds === null
              ? 'none due'
              : `oldest overdue by ${describeAge(deliveries.overdueSeconds)}`}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
