import type { ApiKey } from '@palate/client'
import { DayBars } from '../../ui/day-bars.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { counted } from '../../ui/format.ts'
import { ErrorNote, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Scopes } from './key-row.tsx'
import styles from './keys.module.css'
import { useKeyUsage } from './keys-data.ts'

const usageDays = 90

/** One key: its scopes and its daily usage. */
export function KeyDialog({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  return (
    <Dialog title={apiKey?.name ?? 'Key'} isOpen={apiKey !== undefined} onClose={onClose}>
      {apiKey ? <KeyDetails apiKey={apiKey} /> : null}
    </Dialog>
  )
}

function KeyDetails({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, prefix, projectId, scopes, createdAt, lastUsedAt, expiresAt, usageCount } = apiKey
  const usage = useKeyUsage(id, usageDays, true)
  const days = usage.data?.days ?? []
  const sum = days.reduce((total, { requests }) => total + requests, 0)
  return (
    <>
      <dl className={styles.details}>
        <dt>Starts with</dt>
        <dd>
          <code>{prefix}</code>
        </dd>
        <dt>Scopes</dt>
        <dd>
          <Scopes scopes={scopes} />
        </dd>
        <dt>Access</dt>
        <dd>{projectId === undefined ? 'every project' : `project ${projectId}`}</dd>
        <dt>Created</dt>
        <dd>
          <TimeAgo at={createdAt} />
        </dd>
        <dt>Expires</dt>
        <dd>{expiresAt === undefined ? 'never' : <TimeAgo at={expiresAt} />}</dd>
        <dt>Used</dt>
        <dd>
          {counted(usageCount, 'request')}
          {lastUsedAt === null ? '' : ', last '}
          {lastUsedAt === null ? null : <TimeAgo at={lastUsedAt} />}
        </dd>
      </dl>
      <ErrorNote error={usage.error} />
      {usage.isPending ? <Loading label="Loading its usage" /> : null}
      {days.length === 0 ? null : (
        <figure className={styles.chart}>
          <figcaption>Requests per day (UTC)</figcaption>
          <DayBars days={days} width={460} height={96} label={`${counted(sum, 'request')} in ${days.length} days`} />
          <div className={styles.chartEnds} aria-hidden="true">
            <span>{days[0]?.date}</span>
            <span>most: {Math.max(...days.map(({ requests }) => requests)).toLocaleString('en')}</span>
            <span>today</span>
          </div>
        </figure>
      )}
    </>
  )
}
