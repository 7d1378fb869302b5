import type { Webhook } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { palate } from '../../../api/palate.ts'
import { DeleteDialog } from '../../../ui/dialogs/delete-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { type WebhookDraft, WebhookFields } from '../endpoints/webhook-fields.tsx'
import { OneTimeWebhookSecret } from '../one-time-webhook-secret.tsx'
import { webhookListKey, webhooksKey } from '../webhooks-data.ts'
import { ReplayForm } from './replay-form.tsx'

export type EndpointDialog = 'edit' | 'switch' | 'secret' | 'replay' | 'delete'

interface Props {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** The dialogs for the actions on a webhook. */
export function EndpointDialogs({ webhook, dialog, onClose }: Props & { readonly dialog: EndpointDialog | undefined }) {
  const isOn = webhook.status === 'enabled'
  return (
    <>
      <Dialog title="Edit webhook" isOpen={dialog === 'edit'} onClose={onClose}>
        <EditForm webhook={webhook} onClose={onClose} />
      </Dialog>
      <Dialog title={isOn ? 'Switch it off?' : 'Switch it on?'} isOpen={dialog === 'switch'} onClose={onClose}>
        <SwitchForm webhook={webhook} onClose={onClose} />
      </Dialog>
      <Dialog title="New secret" isOpen={dialog === 'secret'} onClose={onClose}>
        <SecretForm webhook={webhook} onClose={onClose} />
      </Dialog>
      <Dialog title="Send again since" isOpen={dialog === 'replay'} onClose={onClose}>
        <ReplayForm webhook={webhook} onClose={onClose} />
      </Dialog>
      <DeleteWebhook webhook={webhook} isOpen={dialog === 'delete'} onClose={onClose} />
    </>
  )
}

function EditForm({ webhook, onClose }: Props) {
  const [draft, setDraft] = useState<WebhookDraft>({
    url: webhook.url,
    events: webhook.events,
    description: webhook.description ?? '',
  })
  const save = useChange(webhook, onClose)
  const { url, events, description } = draft
  return (
    <Form
      onSubmit={() => save.mutate({ url: url.trim(), events: [...events], description: description.trim() || null })}
    >
      <WebhookFields draft={draft} onChange={setDraft} />
      <FormActions
        error={save.error}
        onCancel={onClose}
        isPending={save.isPending}
        isDisabled={url.trim() === '' || events.length === 0}
      >
        Save
      </FormActions>
    </Form>
  )
}

function SwitchForm({ webhook, onClose }: Props) {
  const save = useChange(webhook, onClose)
  const isOn = webhook.status === 'enabled'
  return (
    <Form onSubmit={() => save.mutate({ status: isOn ? 'disabled' : 'enabled' })}>
      <p>
        {isOn
          ? 'It receives no new events until you switch it on again. Pending deliveries become dead letters.'
          : 'It receives events from now on. Replay its dead letters to send what it missed.'}
      </p>
      <FormActions error={save.error} onCancel={onClose} isPending={save.isPending}>
        {isOn ? 'Switch off' : 'Switch on'}
      </FormActions>
    </Form>
  )
}

const overlaps = [
  { value: '0', label: 'Expires immediately' },
  { value: '3600', label: 'Stays valid for another hour' },
  { value: '86400', label: 'Stays valid for another day' },
]

function SecretForm({ webhook, onClose }: Props) {
  const [overlap, setOverlap] = useState('86400')
  const rotate = useMutation({
    mutationFn: () => palate.webhooks.rotateSecret(webhook.id, { overlapSeconds: Number(overlap) }),
  })
  if (rotate.data) return <OneTimeWebhookSecret webhook={rotate.data} onClose={onClose} />
  return (
    <Form onSubmit={() => rotate.mutate()}>
      <p>
        During the overlap, events are signed with both secrets, so you can update the receiver without missing an
        event.
      </p>
      <SelectField label="Old secret" value={overlap} onChange={setOverlap} options={overlaps} />
      <FormActions error={rotate.error} onCancel={onClose} isPending={rotate.isPending}>
        Create secret
      </FormActions>
    </Form>
  )
}

function DeleteWebhook({ webhook, isOpen, onClose }: Props & { readonly isOpen: boolean }) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      // Pending requests would return 404.
      await queries.cancelQueries({ queryKey: [...webhooksKey, webhook.id] })
      return palate.webhooks.delete(webhook.id)
    },
    onError: () => queries.invalidateQueries({ queryKey: [...webhooksKey, webhook.id] }),
    onSuccess: () => {
      showToast('Deleted the webhook.')
      // Remove it from the cached list first: its row would request deliveries that no longer exist.
      queries.setQueryData<readonly Webhook[]>(webhookListKey, (before) =>
        before?.filter(({ id }) => id !== webhook.id),
      )
      navigate('/webhooks')
      void queries.invalidateQueries({ queryKey: webhookListKey })
    },
  })
  return (
    <DeleteDialog
      title="Delete this webhook?"
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>{webhook.url} receives no more events. Its deliveries and dead letters are deleted.</p>
    </DeleteDialog>
  )
}

function useChange(webhook: Webhook, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Parameters<typeof palate.webhooks.update>[1]) => palate.webhooks.update(webhook.id, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksKey })
      onDone()
    },
  })
}
