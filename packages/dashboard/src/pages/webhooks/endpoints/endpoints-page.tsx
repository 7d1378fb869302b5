import type { Webhook } from '@palate/client'
import { Link } from 'wouter'
import { Button } from '../../../ui/button.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Badge, Page } from '../../../ui/layout/page.tsx'
import { Table } from '../../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { describeHealth } from '../delivery-labels.ts'
import { HealthTicks } from '../health-ticks.tsx'
import styles from '../webhooks.module.css'
import { useLastDeliveries, useWebhooks } from '../webhooks-data.ts'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'

/** The webhook endpoints and their health. */
export function EndpointsPage() {
  const webhooks = useWebhooks()
  const [dialog, setDialog] = useSearchParam('dialog')
  const open = () => setDialog('new')
  return (
    <Page
      title="Webhooks"
      intro="Palate sends events to these URLs. Each event is signed and retried until it is accepted."
      actions={
        <Button look="primary" onPress={open}>
          <Icon name="plus" size={16} />
          New webhook
        </Button>
      }
    >
      {webhooks.isPending ? <Loading label="Loading the webhooks" /> : null}
      {webhooks.isLoadingError ? <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} /> : null}
      {webhooks.data?.length === 0 ? (
        <EmptyState title="No webhooks yet" action={<Button onPress={open}>Add a webhook</Button>}>
          Add a URL to receive commits, batches and alerts as they happen.
        </EmptyState>
      ) : null}
      {webhooks.data && webhooks.data.length > 0 ? (
        <Table label="Webhooks" columns={['URL', 'Events', 'Last deliveries', 'Status']}>
          {webhooks.data.map((webhook) => (
            <EndpointRow key={webhook.id} webhook={webhook} />
          ))}
        </Table>
      ) : null}
      <NewWebhookDialog isOpen={dialog === 'new'} onClose={() => setDialog('')} />
    </Page>
  )
}

function EndpointRow({ webhook }: { readonly webhook: Webhook }) {
  const last = useLastDeliveries(webhook.id)
  const deliveries = last.data?.deliveries ?? []
  return (
    <tr>
      <td>
        <Link href={`/webhooks/${webhook.id}`} className={styles.url}>
          {webhook.url}
        </Link>
        <div className={styles.soft}>
          {[webhook.description, webhook.projectId && `project ${webhook.projectId}`].filter(Boolean).join(' · ')}
        </div>
      </td>
      <td>
        <EventPatterns events={webhook.events} />
      </td>
      <td>
        <div className={styles.health}>
          <HealthTicks deliveries={deliveries} />
          <span className={styles.soft}>{last.data ? describeHealth(webhook, deliveries) : ''}</span>
        </div>
      </td>
      <td>
        <Badge tone={webhook.status === 'enabled' ? 'good' : 'bad'}>
          {webhook.status === 'enabled' ? 'on' : 'off'}
        </Badge>
      </td>
    </tr>
  )
}

export function EventPatterns({ events }: { readonly events: readonly string[] }) {
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <li key={event}>
          <Badge>{event === '*' ? 'everything' : event}</Badge>
        </li>
      ))}
    </ul>
  )
}
