import type { ApiKey } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../api/palate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { KeyOnce } from './key-once.tsx'
import { keysKey } from './keys-data.ts'

const overlaps = [
  { value: '0', label: 'Ends at once' },
  { value: '3600', label: 'Works for another hour' },
  { value: '86400', label: 'Works for another day' },
  { value: '604800', label: 'Works for another week' },
]

interface Props {
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}

/** A successor with the same rights. Both keys work during the overlap, so that nothing has to stop. */
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
  if (rotate.data) return <KeyOnce created={rotate.data} onClose={onClose} />
  return (
    <Form onSubmit={() => rotate.mutate()}>
      <p>A new key with the same name and rights takes its place. Put the new one in use before the old one ends.</p>
      <SelectField label="The old key" value={overlap} onChange={setOverlap} options={overlaps} />
      <FormActions error={rotate.error} onCancel={onClose} isPending={rotate.isPending}>
        Make the new key
      </FormActions>
    </Form>
  )
}
