import type { Person } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../api/palate.ts'
import { peopleKey } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import { usePerson } from '../../api/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Choices } from '../../ui/forms/choices.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { showToast } from '../../ui/toaster.tsx'

interface Props {
  readonly person: Person | undefined
  readonly onClose: () => void
}

/** Erasing commits a version on every branch that has a judgement of the person. */
const eraseTimeoutMs = 600_000

const fates = [
  {
    value: 'keep',
    label: 'Keep the judgements',
    hint: 'The taste stays as it is. The judgements count as those of somebody who left.',
  },
  {
    value: 'erase',
    label: 'Erase the judgements',
    hint: 'A new version without them is saved on every branch, and scores change. Earlier versions keep them, under an id without a name, so that you can roll back.',
  },
] as const

export function RemoveDialog({ person, onClose }: Props) {
  return (
    <Dialog title={`Remove ${person?.name ?? 'the person'}?`} isOpen={person !== undefined} onClose={onClose}>
      {person ? <Removal person={person} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Removal({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const isOwn = usePerson()?.id === person.id
  const [judgements, setJudgements] = useState<'keep' | 'erase'>('keep')
  const remove = useMutation({
    mutationFn: () => palate.people.remove(person.id, { judgements }, { timeoutMs: eraseTimeoutMs }),
    onSuccess: () => {
      showToast(`Removed ${person.name}.`)
      onClose()
      return queries.invalidateQueries({ queryKey: judgements === 'erase' ? [] : peopleKey })
    },
  })
  return (
    <Form onSubmit={() => remove.mutate()}>
      <p>
        Sessions, keys and links of {person.name} end at once. This cannot be undone.
        {isOwn ? ' This is you: you are signed out.' : ''}
      </p>
      <Choices label="What happens to the judgements" value={judgements} onChange={setJudgements} options={fates} />
      <FormActions error={remove.error} onCancel={onClose} look="danger" isPending={remove.isPending}>
        {judgements === 'erase' ? 'Remove and erase' : 'Remove'}
      </FormActions>
    </Form>
  )
}
