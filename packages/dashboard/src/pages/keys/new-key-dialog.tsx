import type { NewApiKey } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../api/palate.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { fieldError, unlessAtField } from '../../ui/errors/describe-error.ts'
import { Checkboxes } from '../../ui/forms/checkboxes.tsx'
import { SelectField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { ProjectField } from '../profiles/project-field.tsx'
import { scopeLabels } from './key-labels.ts'
import { keysKey } from './keys-data.ts'
import { OneTimeKey } from './one-time-key.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const expiries = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export function NewKeyDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title="New key" isOpen={isOpen} onClose={onClose}>
      <NewKeyForm onClose={onClose} />
    </Dialog>
  )
}

type Scope = NonNullable<NewApiKey['scopes']>[number]

function NewKeyForm({ onClose }: Pick<Props, 'onClose'>) {
  const queries = useQueryClient()
  // A key cannot grant scopes that it lacks.
  const own = useSession().data?.scopes
  const offered = scopeLabels.filter(({ value }) => own == null || own.includes(value))
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(leastScopes(offered.map(({ value }) => value)))
  const [days, setDays] = useState('90')
  const create = useMutation({
    mutationFn: () =>
      palate.keys.create({
        name: name.trim(),
        ...(projectId.trim() !== '' && { projectId: projectId.trim() }),
        ...(scopes.length < scopeLabels.length && { scopes: [...scopes] }),
        ...(days !== '' && { expiresInDays: Number(days) }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysKey }),
  })
  if (create.data) return <OneTimeKey created={create.data} onClose={onClose} />
  return (
    <Form onSubmit={() => create.mutate()}>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Website pipeline"
        maxLength={255}
        autoFocus
        error={fieldError(create.error, 'name')}
      />
      <Checkboxes label="Scopes" values={scopes} onChange={setScopes} options={offered} />
      <ProjectField value={projectId} onChange={setProjectId} emptyMeans="Leave empty for every project." />
      <SelectField label="Expires" value={days} onChange={setDays} options={expiries} />
      <FormActions
        error={unlessAtField(create.error, 'name')}
        onCancel={onClose}
        isPending={create.isPending}
        isDisabled={name.trim() === '' || scopes.length === 0}
      >
        Create key
      </FormActions>
    </Form>
  )
}

/** A new key starts with as little as possible: scoring, or what the current key has instead. */
function leastScopes(offered: readonly Scope[]): readonly Scope[] {
  return offered.includes('score') ? ['score'] : offered.slice(0, 1)
}
