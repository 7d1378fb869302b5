import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { ProjectField } from '../../profiles/project-field.tsx'
import { OneTimeWebhookSecret } from '../one-time-webhook-secret.tsx'
import { webhooksKey } from '../webhooks-data.ts'
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NewWebhookDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title="New webhook" isOpen={isOpen} onClose={onClose}>
      <NewWebhookForm onClose={onClose} />
    </Dialog>
  )
}

function NewWebhookForm({ onClose }: Pick<Props, 'onClose'>) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', events: ['*'], description: '' })
  const [projectId, setProjectId] = useState('')
  const create = useMutation({
    mutationFn: () =>
      palate.webhooks.create({
        url: draft.url.trim(),
        events: [...draft.events],
        ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
        ...(projectId.trim() !== '' && { projectId: projectId.trim() }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
  if (create.data) return <OneTimeWebhookSecret webhook={create.data} onClose={onClose} />
  return (
    <Form onSubmit={() => create.mutate()}>
      <WebhookFields draft={draft} onChange={setDraft} />
      <ProjectField value={projectId} onChange={setProjectId} emptyMeans="Leave empty for events of every project." />
      <FormActions
        error={create.error}
        onCancel={onClose}
        isPending={create.isPending}
        isDisabled={draft.url.trim() === '' || draft.events.length === 0}
      >
        Add webhook
      </FormActions>
    </Form>
  )
}
