import type { ProfileSummary } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SelectField, TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { alertsKey } from '../webhooks-data.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly profiles: readonly ProfileSummary[]
}

export function NewAlertDialog({ isOpen, onClose, profiles }: Props) {
  return (
    <Dialog title="New alert rule" isOpen={isOpen} onClose={onClose}>
      <NewAlertForm onClose={onClose} profiles={profiles} />
    </Dialog>
  )
}

function NewAlertForm({ onClose, profiles }: Omit<Props, 'isOpen'>) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [dimension, setDimension] = useState('aesthetics')
  const [below, setBelow] = useState('0.5')
  const [over, setOver] = useState('20')
  const profileId = chosen || (profiles[0]?.id ?? '')
  const dimensions = useQuery({
    queryKey: ['dimensions', profileId],
    queryFn: ({ signal }) => palate.dimensions({ profile_id: profileId }, { signal }),
    enabled: profileId !== '',
  })
  const create = useMutation({
    mutationFn: () => palate.alerts.create({ profileId, dimension, below: Number(below), over: Number(over) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: alertsKey })
      onClose()
    },
  })
  const isBelowWrong = !(Number(below) > 0 && Number(below) <= 1)
  const isOverWrong = !(Number.isInteger(Number(over)) && Number(over) >= 1)
  return (
    <Form onSubmit={() => create.mutate()}>
      <SelectField
        label="Profile"
        value={profileId}
        onChange={setChosen}
        options={profiles.map(({ id, name, projectId }) => ({ value: id, label: `${name} (${projectId})` }))}
      />
      <SelectField
        label="What is watched"
        value={dimension}
        onChange={setDimension}
        options={(dimensions.data?.dimensions ?? [{ name: dimension }]).map(({ name }) => ({
          value: name,
          label: dimensionLabel(name),
        }))}
      />
      <TextField
        label="Fires when the mean is below"
        inputMode="decimal"
        value={below}
        onChange={setBelow}
        error={isBelowWrong ? 'A number greater than 0 and at most 1' : undefined}
      />
      <TextField
        label="Number of pictures"
        hint="More pictures make the alert less sensitive."
        inputMode="numeric"
        value={over}
        onChange={setOver}
        error={isOverWrong ? 'A whole number, 1 or more' : undefined}
      />
      <FormActions
        error={create.error}
        onCancel={onClose}
        isPending={create.isPending}
        isDisabled={profileId === '' || isBelowWrong || isOverWrong}
      >
        Add rule
      </FormActions>
    </Form>
  )
}
