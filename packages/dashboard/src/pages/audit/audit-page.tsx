import type { AuditEntry } from '@palate/client'
import { auditActions } from '@palate/core/audit/actions.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Table } from '../../ui/layout/table.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './audit.module.css'
import { useAudit, useAuditCsv } from './audit-data.ts'

const actions = [{ value: '', label: 'Everything' }, ...auditActions.map((value) => ({ value, label: value }))]
const times = [
  { value: '', label: 'All that is kept' },
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '1', label: 'Last 24 hours' },
]

/** Who did what in the account. */
export function AuditPage() {
  const mayManage = useMay('admin')
  if (!mayManage) return <NoAccess title="Audit log" scope="admin" content="the audit log" />
  return <Audit />
}

function Audit() {
  const [action, setAction] = useSearchParam('action')
  const [days, setDays] = useSearchParam('days')
  const [keyId, setKeyId] = useSearchParam('key')
  const filter = { action, days, keyId }
  const log = useAudit(filter)
  const csv = useAuditCsv(filter)
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Page
      title="Audit log"
      intro="Keys, sign-ins, webhooks, and profiles that were exported, imported or deleted."
      actions={
        <Button isPending={csv.isPending} onPress={() => csv.mutate()}>
          Save as CSV
        </Button>
      }
    >
      <div className={styles.filters}>
        <SelectField label="Action" value={action} onChange={setAction} options={actions} />
        <SelectField label="Time" value={days} onChange={setDays} options={times} />
        {keyId === '' ? null : <Button onPress={() => setKeyId('')}>Show all keys</Button>}
      </div>
      <ErrorNote error={csv.error} />
      {log.isPending ? <Loading label="Loading the audit log" /> : null}
      {log.isLoadingError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && entries.length === 0 ? (
        <EmptyState title="No entries">Nothing was recorded that matches the filter.</EmptyState>
      ) : null}
      {entries.length === 0 ? null : (
        <Table label="Audit log" columns={['When', 'Action', 'Who', 'From', 'What']}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onChooseKey={setKeyId} />
          ))}
        </Table>
      )}
      {log.hasNextPage ? (
        <div>
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      ) : null}
    </Page>
  )
}

interface RowProps {
  readonly entry: AuditEntry
  readonly onChooseKey: (keyId: string) => void
}

function EntryRow({ entry, onChooseKey }: RowProps) {
  const { at, action, actor, address, projectId, target } = entry
  return (
    <tr>
      <td className={styles.when}>
        <TimeAgo at={at} />
      </td>
      <td>
        <code>{action}</code>
      </td>
      <td>
        {actor ? (
          <button type="button" className={styles.actor} onClick={() => onChooseKey(actor.keyId)}>
            {actor.name}
          </button>
        ) : (
          'nobody'
        )}
      </td>
      <td className={styles.when}>{address ?? 'the server'}</td>
      <td className={styles.target}>
        {target.name ?? target.id}
        {projectId === undefined ? null : <span> · project {projectId}</span>}
      </td>
    </tr>
  )
}
