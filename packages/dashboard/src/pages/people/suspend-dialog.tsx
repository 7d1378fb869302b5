import type { Person } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { peopleKey } from '../../api/people.ts'
import { queries } from '../../api/queries.ts'
import { DeleteDialog } from '../../ui/dialogs/delete-dialog.tsx'
import { showToast } from '../../ui/toaster.tsx'

interface Props {
  readonly person: Person | undefined
  readonly onClose: () => void
}

export function SuspendDialog({ person, onClose }: Props) {
  const suspend = useMutation({
    mutationFn: ({ id }: Person) => palate.people.update(id, { status: 'suspended' }),
    onSuccess: (_, { name }) => {
      showToast(`Suspended ${name}.`)
      onClose()
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <DeleteDialog
      title={`Suspend ${person?.name ?? 'the person'}?`}
      isOpen={person !== undefined}
      onClose={() => {
        suspend.reset()
        onClose()
      }}
      onConfirm={() => {
        if (person) suspend.mutate(person)
      }}
      action="Suspend"
      isPending={suspend.isPending}
      error={suspend.error}
    >
      <p>
        Sessions, keys and links of {person?.name} end at once. The judgements stay. You can end the suspension later;
        the keys do not come back.
      </p>
    </DeleteDialog>
  )
}
