import type { DeliveryWithEvent } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card, Page } from '../../../ui/layout/page.tsx'
import { ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { deliveryState, describeAttempt, stateLabels, stateTones } from '../delivery-labels.ts'
import styles from '../webhooks.module.css'
import { deadLettersKey, useDelivery, webhooksKey } from '../webhooks-data.ts'

/** One delivery: the event, and every attempt to deliver it. */
export function DeliveryPage({ webhookId, id }: { readonly webhookId: string; readonly id: string }) {
  const delivery = useDelivery(id)
  if (delivery.isPending) return <Loading label="Opening the delivery" />
  if (delivery.isLoadingError) return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />
  return <OneDelivery webhookId={webhookId} delivery={delivery.data} />
}

function OneDelivery({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: DeliveryWithEvent }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: () => palate.webhooks.replay(delivery.id),
    onSuccess: async ({ id }) => {
      void queries.invalidateQueries({ queryKey: webhooksKey })
      void queries.invalidateQueries({ queryKey: deadLettersKey })
      await queries.invalidateQueries({ queryKey: ['delivery', id] })
      navigate(`/webhooks/${webhookId}/deliveries/${id}`)
    },
  })
  const state = deliveryState(delivery)
  return (
    <Page
      title={delivery.eventType}
      intro={
        <Link href={`/webhooks/${webhookId}`} className={styles.back}>
          All deliveries of this webhook
        </Link>
      }
      actions={
        <Button onPress={() => replay.mutate()} isPending={replay.isPending} isDisabled={delivery.status === 'pending'}>
          Send again
        </Button>
      }
    >
      <p role="status">
        <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>{' '}
        {delivery.nextAttemptAt === undefined ? null : (
          <span className={styles.soft}>
            Next attempt <TimeAgo at={delivery.nextAttemptAt} />
          </span>
        )}
      </p>
      <ErrorNote error={replay.error} />
      <div className={styles.columns}>
        <Card title="Attempts">
          {delivery.attempts.length === 0 ? <p className={styles.soft}>None yet.</p> : null}
          <ol className={styles.attempts}>
            {delivery.attempts.toReversed().map((attempt) => (
              <li key={attempt.at} className={styles.attempt}>
                <span className={styles.soft}>
                  <TimeAgo at={attempt.at} />
                </span>
                <div>
                  <strong>{describeAttempt(attempt)}</strong>
                  {attempt.status !== undefined && attempt.error ? (
                    <p className={styles.soft}>{attempt.error}</p>
                  ) : null}
                  {attempt.response ? <pre className={styles.body}>{attempt.response}</pre> : null}
                </div>
              </li>
            ))}
          </ol>
        </Card>
        <Card title="What is sent">
          <pre className={styles.body}>{JSON.stringify(delivery.event, null, 2)}</pre>
        </Card>
      </div>
    </Page>
  )
}
