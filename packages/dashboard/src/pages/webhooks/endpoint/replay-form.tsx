import type { EventType, Webhook } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { eventTypeOptions } from '../../../api/event-names.ts'
import { palate } from '../../../api/palate.ts'
import { counted } from '../../../ui/format.ts'
import { SelectField, TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { deadLettersKey, webhooksKey } from '../webhooks-data.ts'

const statuses = [
  { value: '', label: 'All deliveries' },
  { value: 'dead', label: 'Given up' },
  { value: 'delivered', label: 'Delivered' },
]

/** Replays a webhook's deliveries since a given time. */
export function ReplayForm({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [since, setSince] = useState('')
  const [status, setStatus] = useState('')
  const [eventType, setEventType] = useState('')
  const replay = useMutation({
    mutationFn: () =>
      palate.webhooks.replayDeliveries(webhook.id, {
        since: new Date(since).toISOString(),
        ...(status !== '' && { status: status as 'delivered' | 'dead' }),
        ...(eventType !== '' && { eventType: eventType as EventType['type'] }),
      }),
    onSuccess: ({ replayed }) => {
      showToast(`${counted(replayed, 'event')} sent again.`)
      void queries.invalidateQueries({ queryKey: webhooksKey })
      void queries.invalidateQueries({ queryKey: deadLettersKey })
      onClose()
    },
  })
  return (
    <Form onSubmit={() => replay.mutate()}>
      <p>Each event keeps its id, so a receiver can ignore duplicates. Pending deliveries are not affected.</p>
      <TextField label="Since" hint="In your time zone." type="datetime-local" value={since} onChange={setSince} />
      <SelectField label="Status" value={status} onChange={setStatus} options={statuses} />
      <SelectField label="Type" value={eventType} onChange={setEventType} options={eventTypeOptions} />
      <FormActions error={replay.error} onCancel={onClose} isPending={replay.isPending} isDisabled={since === ''}>
        Send again
      </FormActions>
    </Form>
  )
}
