import type { Profile } from '@palate/client'
import { usePersonNames } from '../../../../api/people.ts'
import { useMay, usePerson } from '../../../../api/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialogs/dialog.tsx'
import { counted, listed } from '../../../../ui/format.ts'
import { elementKinds } from '../../uncommitted.ts'

type WorkingChanges = Profile['profileData']['workingChanges']

/** The changes to save by person; '' is nobody in particular. */
function changesByPerson(changes: WorkingChanges): ReadonlyMap<string, readonly string[]> {
  const all = elementKinds.flatMap((kind) => changes[kind].map(({ id, by }) => ({ id: id ?? '', by })))
  const groups = Map.groupBy(all, ({ by }) => (typeof by === 'string' ? by : ''))
  return new Map([...groups].map(([by, elements]) => [by, elements.map(({ id }) => id)]))
}

interface Props {
  readonly profile: Profile
  /** What is about to be discarded. */
  readonly changes: WorkingChanges
  /** Whether that is everything: the service then keeps it for an undo. */
  readonly isAll: boolean
  readonly onClose: () => void
  /** Discards these, or everything without ids. */
  readonly onDiscard: (elementIds?: readonly string[]) => void
}

/** Asks before other people's judgements are discarded, and names them. */
export function DiscardDialog({ changes, isAll, onClose, onDiscard }: Props) {
  const own = usePerson()?.id ?? ''
  const mayRestore = useMay('admin') || isAll
  const nameOf = usePersonNames()
  const byPerson = changesByPerson(changes)
  const others = [...byPerson].filter(([by]) => by !== '' && by !== own)
  const mine = [...byPerson].flatMap(([by, ids]) => (by === '' || by === own ? ids : []))
  const total = [...byPerson.values()].reduce((sum, ids) => sum + ids.length, 0)
  const counts = others.map(([by, ids]) => `${ids.length} of ${nameOf(by).name}`)
  const choose = (ids?: readonly string[]) => () => {
    onDiscard(ids)
    onClose()
  }
  return (
    <Dialog title="Discard what others judged?" isOpen onClose={onClose}>
      <p>
        {`${counted(total, 'change')} would be discarded: ${listed(counts)}. `}
        {mayRestore ? 'You can undo it.' : 'You can undo it for your own judgements only.'}
      </p>
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
        {mine.length > 0 ? <Button onPress={choose(mine)}>{`Discard only mine (${mine.length})`}</Button> : null}
        <Button look="danger" onPress={choose()}>
          {`Discard all ${total}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Whether some of them are the judgements of somebody else. */
export function hasOthers(changes: WorkingChanges, own: string | undefined): boolean {
  return [...changesByPerson(changes).keys()].some((by) => by !== '' && by !== own)
}
