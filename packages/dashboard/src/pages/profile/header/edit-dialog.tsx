import type { Profile } from '@palate/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { profilesKey } from '../../../api/profiles.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { SeedField } from '../../../ui/forms/seed-field.tsx'

interface Props {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function EditDialog({ profile, isOpen, onClose }: Props) {
  return (
    <Dialog title="Rename or describe" isOpen={isOpen} onClose={onClose}>
      <EditForm profile={profile} onClose={onClose} />
    </Dialog>
  )
}

function EditForm({ profile, onClose }: Omit<Props, 'isOpen'>) {
  const queries = useQueryClient()
  const [name, setName] = useState(profile.name)
  const [seed, setSeed] = useState(profile.seed ?? '')
  const save = useMutation({
    mutationFn: () => palate.profiles.update(profile.id, { name: name.trim(), seed: seed.trim() || null }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: profilesKey })
      await queries.invalidateQueries({ queryKey: profileKey(profile.id) })
      onClose()
    },
  })
  return (
    <Form onSubmit={() => save.mutate()}>
      <TextField label="Name" value={name} onChange={setName} maxLength={255} autoFocus />
      <SeedField value={seed} onChange={setSeed} />
      <FormActions error={save.error} onCancel={onClose} isPending={save.isPending} isDisabled={name.trim() === ''}>
        Save
      </FormActions>
    </Form>
  )
}
