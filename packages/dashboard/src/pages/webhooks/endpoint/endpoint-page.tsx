import type { Webhook } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { Badge, Card, Page } from '../../../ui/layout/page.tsx'
import { ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { describeHealth } from '../delivery-labels.ts'
import { EventPatterns } from '../endpoints/endpoints-page.tsx'
import { HealthTicks } from '../health-ticks.tsx'
import styles from '../webhooks.module.css'
import { useLastDeliveries, useWebhook } from '../webhooks-data.ts'
import { Deliveries } from './deliveries.tsx'
import { type EndpointDialog, EndpointDialogs } from './endpoint-dialogs.tsx'

/** One webhook: its health, deliveries and actions. */
export function EndpointPage({ id }: { readonly id: string }) {
  const webhook = useWebhook(id)
  if (webhook.isPending) return <Loading label="Opening the webhook" />
  if (webhook.isLoadingError) return <ErrorState error={webhook.error} onRetry={() => void webhook.refetch()} />
  return <Endpoint webhook={webhook.data} />
}

function Endpoint({ webhook }: { readonly webhook: Webhook }) {
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<EndpointDialog>()
  const test = useMutation({
    mutationFn: () => palate.webhooks.test(webhook.id),
    onSuccess: (delivery) => navigate(`/webhooks/${webhook.id}/deliveries/${delivery.id}`),
  })
  const isOn = webhook.status === 'enabled'
  return (
    <Page
      title={webhook.description ?? webhook.url}
      intro={
        <Link href="/webhooks" className={styles.back}>
          All webhooks
        </Link>
      }
      actions={
        <>
          <Button onPress={() => test.mutate()} isPending={test.isPending} isDisabled={!isOn}>
            Send a test
          </Button>
          <Button onPress={() => setDialog('edit')}>Edit</Button>
          <Menu
            aria-label="More for this webhook"
            onAction={(key) => setDialog(key as EndpointDialog)}
            button={
              <Button look="quiet" aria-label="More for this webhook">
                <Icon name="more" />
              </Button>
            }
          >
            <MenuItem id="switch">{isOn ? 'Switch off' : 'Switch on'}</MenuItem>
            <MenuItem id="secret">New secret</MenuItem>
            {isOn ? <MenuItem id="replay">Send again since…</MenuItem> : null}
            <MenuLine />
            <MenuItem id="delete" tone="danger">
              Delete
            </MenuItem>
          </Menu>
        </>
      }
    >
      <ErrorNote error={test.error} />
      <Facts webhook={webhook} />
      <Deliveries webhookId={webhook.id} />
      <EndpointDialogs webhook={webhook} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Page>
  )
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const last = useLastDeliveries(webhook.id).data?.deliveries ?? []
  return (
    <div className={styles.columns}>
      <Card>
        <dl className={styles.facts}>
          <dt>URL</dt>
          <dd>
            <code>{webhook.url}</code>
          </dd>
          <dt>Events</dt>
          <dd>
            <EventPatterns events={webhook.events} />
          </dd>
          <dt>Project</dt>
          <dd>{webhook.projectId ?? 'every project'}</dd>
          <dt>Added</dt>
          <dd>
            <TimeAgo at={webhook.createdAt} />
          </dd>
        </dl>
      </Card>
      <Card>
        <div>
          <Badge tone={webhook.status === 'enabled' ? 'good' : 'bad'}>
            {webhook.status === 'enabled' ? 'on' : 'off'}
          </Badge>
        </div>
        <HealthTicks deliveries={last} />
        <p className={styles.soft}>{describeHealth(webhook, last)}</p>
      </Card>
    </div>
  )
}
