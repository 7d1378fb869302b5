import type { DeadLetter } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { eventTypeOptions } from '../../../api/event-names.ts'
import { palate } from '../../../api/palate.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Table } from '../../../ui/layout/table.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { describeAttempt } from '../delivery-labels.ts'
import styles from '../webhooks.module.css'
import { deadLettersKey, useDeadLetters, useWebhooks, webhooksKey } from '../webhooks-data.ts'
import { ReplayDialog } from './replay-dialog.tsx'

/** Deliveries that were given up. They are kept for 30 days and can be sent again or deleted. */
export function DeadLettersPage() {
  const webhooks = useWebhooks()
  const [webhookId, setWebhookId] = useSearchParam('webhook')
  const [eventType, setEventType] = useSearchParam('type')
  const [isReplaying, setReplaying] = useState(false)
  const letters = useDeadLetters(webhookId, eventType)
  const shown = letters.data?.pages.flatMap((page) => page.deadLetters) ?? []
  const addresses = new Map(webhooks.data?.map(({ id, url, description }) => [id, description ?? url]))
  return (
    <Page
      title="Dead letters"
      intro="Events that could not be delivered. They are kept for 30 days."
      actions={
        <Button onPress={() => setReplaying(true)} isDisabled={shown.length === 0}>
          Resend in bulk
        </Button>
      }
    >
      <div className={styles.filters}>
        <SelectField
          label="Webhook"
          value={webhookId}
          onChange={setWebhookId}
          options={[
            { value: '', label: 'All webhooks' },
            ...[...addresses].map(([value, label]) => ({ value, label })),
          ]}
        />
        <SelectField label="Type" value={eventType} onChange={setEventType} options={eventTypeOptions} />
      </div>
      {letters.isPending ? <Loading label="Loading the dead letters" /> : null}
      {letters.isLoadingError ? <ErrorState error={letters.error} onRetry={() => void letters.refetch()} /> : null}
      {letters.isSuccess && shown.length === 0 ? (
        <EmptyState title="No dead letters">Every event was delivered or is still being retried.</EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <Table label="Dead letters" columns={['Event', 'Webhook', 'When', 'Last response', 'Actions']}>
          {shown.map((letter) => (
            <LetterRow key={letter.id} letter={letter} address={addresses.get(letter.webhookId) ?? letter.webhookId} />
          ))}
        </Table>
      ) : null}
      {letters.hasNextPage ? (
        <div>
          <Button isPending={letters.isFetchingNextPage} onPress={() => void letters.fetchNextPage()}>
            Show older dead letters
          </Button>
        </div>
      ) : null}
      <ReplayDialog
        isOpen={isReplaying}
        onClose={() => setReplaying(false)}
        webhookId={webhookId}
        eventType={eventType}
      />
    </Page>
  )
}

function LetterRow({ letter, address }: { readonly letter: DeadLetter; readonly address: string }) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: deadLettersKey }),
      queries.invalidateQueries({ queryKey: webhooksKey }),
    ])
  const replay = useMutation({
    mutationFn: () => palate.webhooks.replayDeadLetter(letter.id),
    onSuccess: () => {
      showToast('Sending it again.')
      return refresh()
    },
  })
  const remove = useMutation({ mutationFn: () => palate.webhooks.deleteDeadLetter(letter.id), onSuccess: refresh })
  return (
    <tr>
      <td>
        <Link href={`/webhooks/${letter.webhookId}/deliveries/${letter.id}`}>{letter.eventType}</Link>
      </td>
      <td className={styles.soft}>{address}</td>
      <td className={styles.soft}>
        <TimeAgo at={letter.createdAt} />
      </td>
      <td className={styles.soft}>{describeAttempt(letter.attempts.at(-1))}</td>
      <td>
        <div className={styles.actions}>
          <Button look="quiet" isPending={replay.isPending} onPress={() => replay.mutate()}>
            Send again
          </Button>
          <Button look="quiet" isPending={remove.isPending} onPress={() => remove.mutate()}>
            Delete
          </Button>
        </div>
      </td>
    </tr>
  )
}
