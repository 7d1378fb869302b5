import type { Person } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { InvitationLink } from './invitation-link.tsx'

interface Props {
  readonly person: Person | undefined
  readonly onClose: () => void
}

/** Another link, for somebody who lost theirs or changed the browser. It ends the one before. */
export function InviteAgainDialog({ person, onClose }: Props) {
  return (
    <Dialog title={`A new link for ${person?.name ?? 'the person'}`} isOpen={person !== undefined} onClose={onClose}>
      {person ? <NewLink person={person} onClose={onClose} /> : null}
    </Dialog>
  )
}

function NewLink({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const invite = useMutation({ mutationFn: () => palate.people.inviteAgain(person.id) })
  if (invite.data) return <InvitationLink name={person.name} invitation={invite.data} onClose={onClose} />
  return (
    <Form onSubmit={() => invite.mutate()}>
      <p>
        It signs {person.name} in once, within seven days, on any machine. A link that was made before stops working.
        Sessions and keys stay as they are.
      </p>
      <FormActions error={invite.error} onCancel={onClose} isPending={invite.isPending}>
        Make the link
      </FormActions>
    </Form>
  )
}
