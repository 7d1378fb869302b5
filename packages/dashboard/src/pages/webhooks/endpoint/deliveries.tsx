import type { Delivery } from '@palate/client'
import { Link } from 'wouter'
import { eventTypeOptions } from '../../../api/event-names.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Badge } from '../../../ui/layout/page.tsx'
import { Table } from '../../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { deliveryState, describeAttempt, stateLabels, stateTones } from '../delivery-labels.ts'
import { timeSpans } from '../time-spans.ts'
import styles from '../webhooks.module.css'
import { useDeliveries } from '../webhooks-data.ts'

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'pending', label: 'Waiting or retrying' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'dead', label: 'Given up' },
]

/** The deliveries of a webhook, newest first. The filters are in the URL. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [status, setStatus] = useSearchParam('status')
  const [eventType, setEventType] = useSearchParam('type')
  const [span, setSpan] = useSearchParam('time')
  const deliveries = useDeliveries(webhookId, { status, eventType, span })
  const shown = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <>
      <h2>Deliveries</h2>
      <div className={styles.filters}>
        <SelectField label="Status" value={status} onChange={setStatus} options={statuses} />
        <SelectField label="Type" value={eventType} onChange={setEventType} options={eventTypeOptions} />
        <SelectField label="Time" value={span} onChange={setSpan} options={timeSpans} />
      </div>
      {deliveries.isPending ? <Loading label="Loading the deliveries" /> : null}
      {deliveries.isLoadingError ? (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : null}
      {deliveries.isSuccess && shown.length === 0 ? (
        <EmptyState title="No deliveries">
          {status + eventType + span === ''
            ? 'No matching event has happened yet. Send a test to check that it works.'
            : 'No matches. Choose a longer time or all types.'}
        </EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <Table label="Deliveries" columns={['Event', 'Status', 'When', 'Attempts', 'Last response']}>
          {shown.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      ) : null}
      {deliveries.hasNextPage ? (
        <div>
          <Button isPending={deliveries.isFetchingNextPage} onPress={() => void deliveries.fetchNextPage()}>
            Show older deliveries
          </Button>
        </div>
      ) : null}
    </>
  )
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const state = deliveryState(delivery)
  return (
    <tr>
      <td>
        <Link href={`/webhooks/${delivery.webhookId}/deliveries/${delivery.id}`}>{delivery.eventType}</Link>
      </td>
      <td>
        <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
      </td>
      <td className={styles.soft}>
        <TimeAgo at={delivery.createdAt} />
      </td>
      <td>{delivery.attempts.length}</td>
      <td className={styles.soft}>{describeAttempt(delivery.attempts.at(-1))}</td>
    </tr>
  )
}
