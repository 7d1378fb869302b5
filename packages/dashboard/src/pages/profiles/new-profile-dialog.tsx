import type { ProfileSummary } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { palate } from '../../api/palate.ts'
import { profilesKey } from '../../api/profiles.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { fieldError, unlessAtField } from '../../ui/errors/describe-error.ts'
import { SelectField, TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { SeedField } from '../../ui/forms/seed-field.tsx'
import { ProjectField, useUsualProject } from './project-field.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly profiles: readonly ProfileSummary[]
}

/** A new profile, empty or based on another one. */
export function NewProfileDialog({ isOpen, onClose, profiles }: Props) {
  return (
    <Dialog title="New profile" isOpen={isOpen} onClose={onClose}>
      <NewProfileForm onClose={onClose} profiles={profiles} />
    </Dialog>
  )
}

function NewProfileForm({ onClose, profiles }: Omit<Props, 'isOpen'>) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState(useUsualProject(profiles))
  const [seed, setSeed] = useState('')
  const [basedOn, setBasedOn] = useState('')
  const create = useMutation({
    mutationFn: () =>
      palate.profiles.create({
        projectId: projectId.trim(),
        name: name.trim(),
        ...(seed.trim() !== '' && { seed: seed.trim() }),
        ...(basedOn !== '' && { basedOn }),
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: profilesKey })
      navigate(basedOn === '' ? `/profiles/${id}/start` : `/profiles/${id}`)
    },
  })
  return (
    <Form onSubmit={() => create.mutate()}>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Warm editorial"
        autoFocus
        maxLength={255}
        error={fieldError(create.error, 'name')}
      />
      <SeedField value={seed} onChange={setSeed} />
      <ProjectField value={projectId} onChange={setProjectId} />
      {profiles.length > 0 ? (
        <SelectField
          label="Based on"
          value={basedOn}
          onChange={setBasedOn}
          options={[
            { value: '', label: 'Nothing' },
            ...profiles.map((profile) => ({ value: profile.id, label: `${profile.name} (${profile.projectId})` })),
          ]}
        />
      ) : null}
      <FormActions
        error={unlessAtField(create.error, 'name')}
        onCancel={onClose}
        isPending={create.isPending}
        isDisabled={name.trim() === '' || projectId.trim() === ''}
      >
        Create profile
      </FormActions>
    </Form>
  )
}
