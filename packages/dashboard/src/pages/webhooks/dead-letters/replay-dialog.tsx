import type { EventType } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { deadLettersKey, webhooksKey } from '../webhooks-data.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly webhookId: string
  readonly eventType: string
}

/** Replays the dead letters that match the page's filters, optionally since a given time. */
export function ReplayDialog({ isOpen, onClose, ...filter }: Props) {
  return (
    <Dialog title="Resend in bulk" isOpen={isOpen} onClose={onClose}>
      <ReplayForm onClose={onClose} {...filter} />
    </Dialog>
  )
}

function ReplayForm({ onClose, webhookId, eventType }: Omit<Props, 'isOpen'>) {
  const queries = useQueryClient()
  const [since, setSince] = useState('')
  const replay = useMutation({
    mutationFn: () =>
      palate.webhooks.replayDeadLetters({
        ...(webhookId !== '' && { webhookId }),
        ...(eventType !== '' && { eventType: eventType as EventType['type'] }),
        ...(since !== '' && { since: new Date(since).toISOString() }),
      }),
    onSuccess: ({ replayed }) => {
      showToast(`${counted(replayed, 'event')} sent again.`)
      void queries.invalidateQueries({ queryKey: webhooksKey })
      void queries.invalidateQueries({ queryKey: deadLettersKey })
      onClose()
    },
  })
  const scope = [eventType || 'all types', webhookId === '' ? 'all webhooks' : 'the chosen webhook'].join(', ')
  return (
    <Form onSubmit={() => replay.mutate()}>
      <p>Dead letters of {scope}.</p>
      <TextField
        label="Since (optional)"
        hint="In your time zone. Leave empty for all."
        type="datetime-local"
        value={since}
        onChange={setSince}
      />
      <FormActions error={replay.error} onCancel={onClose} isPending={replay.isPending}>
        Send again
      </FormActions>
    </Form>
  )
}
