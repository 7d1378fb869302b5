import type { ApiKey } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../api/palate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { keysKey } from './keys-data.ts'
import { OneTimeKey } from './one-time-key.tsx'

const overlaps = [
  { value: '0', label: 'Expires immediately' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another day' },
  { value: '604800', label: 'Works for another week' },
]

interface Props {
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}

/** Creates a successor with the same scopes. Both keys work during the overlap, so nothing is interrupted. */
export function RotateDialog({ apiKey, onClose }: Props) {
  return (
    <Dialog title={`Replace ${apiKey?.name ?? 'the key'}`} isOpen={apiKey !== undefined} onClose={onClose}>
      {apiKey ? <RotateForm apiKey={apiKey} onClose={onClose} /> : null}
    </Dialog>
  )
}

function RotateForm({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useMutation({
    mutationFn: () => palate.keys.rotate(apiKey.id, { overlapSeconds: Number(overlap) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
  })
  if (rotate.data) return <OneTimeKey created={rotate.data} onClose={onClose} />
  return (
    <Form onSubmit={() => rotate.mutate()}>
      <p>A new key with the same name and scopes replaces it. Start using the new key before the old one expires.</p>
      <SelectField label="Old key" value={overlap} onChange={setOverlap} options={overlaps} />
      <FormActions error={rotate.error} onCancel={onClose} isPending={rotate.isPending}>
        Create new key
      </FormActions>
    </Form>
  )
}
