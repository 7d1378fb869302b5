import type { NewShare, Profile } from '@palate/client'
import { shareDaysDefault, shareDaysMax } from '@palate/core/shares/limits.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { palate, serviceUrl } from '../../../api/palate.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { OneTimeSecret } from '../../../ui/dialogs/one-time-secret.tsx'
import { SelectField, TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { sharesKey } from './shares-data.ts'

interface Props {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What is shared, apart from the title and the expiry. */
  readonly content: () => Promise<Omit<NewShare, 'title' | 'expiresInDays'>>
  /** What visitors see and can do. */
  readonly children: ReactNode
}

const expiries = [
  { value: '7', label: 'In a week' },
  { value: String(shareDaysDefault), label: 'In two weeks' },
  { value: '30', label: 'In 30 days' },
  { value: String(shareDaysMax), label: 'In 90 days' },
]

/** Creates a link for people without a key. */
export function ShareDialog({ isOpen, onClose, ...props }: Props) {
  return (
    <Dialog title="Share a link" isOpen={isOpen} onClose={onClose}>
      <ShareForm onClose={onClose} {...props} />
    </Dialog>
  )
}

function ShareForm({ profile, content, onClose, children }: Omit<Props, 'isOpen'>) {
  const queries = useQueryClient()
  const [title, setTitle] = useState(profile.name)
  const [days, setDays] = useState(String(shareDaysDefault))
  const create = useMutation({
    mutationFn: async () =>
      palate.shares.create({ ...(await content()), title: title.trim(), expiresInDays: Number(days) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesKey(profile.id) }),
  })
  if (create.data) {
    return (
      <OneTimeSecret label="the link" secret={addressOf(create.data.url)} onClose={onClose}>
        <strong>Copy the link now.</strong> The service stores only its fingerprint, so it cannot be shown again. You
        can revoke it under Reviews.
      </OneTimeSecret>
    )
  }
  return (
    <Form onSubmit={() => create.mutate()}>
      <p>{children}</p>
      <TextField label="Title" value={title} onChange={setTitle} maxLength={255} autoFocus />
      <SelectField label="The link expires" value={days} onChange={setDays} options={expiries} />
      <FormActions
        error={create.error}
        onCancel={onClose}
        isPending={create.isPending}
        isDisabled={title.trim() === ''}
      >
        {create.isPending ? 'Creating…' : 'Create link'}
      </FormActions>
    </Form>
  )
}

/** A service without a public address knows only the path. */
function addressOf(url: string | undefined): string | undefined {
  return url && new URL(url, serviceUrl).href
}
