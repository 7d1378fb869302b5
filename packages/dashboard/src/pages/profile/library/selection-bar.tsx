import { isPalateError, type Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { libraryKey } from '../../../api/library.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { pickFrames } from '../../../state/picked-frames.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ActionButton } from '../teach/action-button.tsx'
import { AddToTrayButton } from '../tray/add-to-tray-button.tsx'
import { FloatingSelection } from './floating-selection.tsx'
import type { LibraryItem } from './library-items.ts'
import { TagDialog } from './tag-dialog.tsx'

interface Props {
  readonly profile: Profile
  readonly chosen: readonly LibraryItem[]
  /** Every tag of the library. */
  readonly tags: readonly string[]
  readonly onClear: () => void
  readonly onLabel: (label: 'good' | 'bad') => void
  readonly onRemoveLabels: () => void
  /** Shows the selected pictures side by side; undefined if they are too few or too many. */
  readonly onSurvey: (() => void) | undefined
  /** Shows what resembles the selected picture; undefined if there are several. */
  readonly onLike: (() => void) | undefined
  /** Labels the best of the selected stacks good and the rest bad; undefined if no stack is selected. */
  readonly onKeepBest: (() => void) | undefined
}

/** What can be done with the selected pictures. */
export function SelectionBar({ profile, chosen, tags, onClear, onLabel, onRemoveLabels, ...more }: Props) {
  const { onSurvey, onLike, onKeepBest } = more
  const mayTeach = useMay('teach', 'write')
  const mayWrite = useMay('write')
  const [, navigate] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const [isTagging, setTagging] = useState(false)
  const teach = () => {
    pickFrames(
      profile.id,
      chosen.map(({ key, url, name }) => ({ frame: { id: key, url }, name })),
    )
    navigate(`/profiles/${profile.id}/teach/label`)
  }
  if (chosen.length === 0) return null
  return (
    <FloatingSelection projectId={profile.projectId} count={chosen.length} onClear={onClear}>
      {mayTeach ? (
        <>
          <ActionButton action="good" label="Good" onPress={() => onLabel('good')} />
          <ActionButton action="bad" label="Bad" onPress={() => onLabel('bad')} />
          <ActionButton action="clear" label="No label" onPress={onRemoveLabels} />
          {onKeepBest ? <ActionButton action="keep" label="Keep best, reject rest" onPress={onKeepBest} /> : null}
        </>
      ) : null}
      {onSurvey ? (
        <Button look="quiet" onPress={onSurvey}>
          Side by side
        </Button>
      ) : null}
      {onLike ? (
        <Button look="quiet" onPress={onLike}>
          More like this
        </Button>
      ) : null}
      {mayTeach ? (
        <Button look="quiet" onPress={teach}>
          Teach from these
        </Button>
      ) : null}
      {mayWrite ? (
        <>
          <Button look="quiet" onPress={() => setTagging(true)}>
            Tag
          </Button>
          <Button look="danger" onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      ) : null}
      <AddToTrayButton
        projectId={profile.projectId}
        pictures={chosen.map(({ key, name }) => ({ frameId: key, name }))}
      />
      <TagDialog profile={profile} chosen={chosen} tags={tags} isOpen={isTagging} onClose={() => setTagging(false)} />
      <DeleteFramesDialog
        profile={profile}
        chosen={chosen}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onClear}
      />
    </FloatingSelection>
  )
}

interface DeleteProps extends Pick<Props, 'profile' | 'chosen'> {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Pictures that a profile refers to are kept. */
function DeleteFramesDialog({ profile, chosen, isOpen, onClose, onDeleted }: DeleteProps) {
  const remove = useMutation({
    mutationFn: () => deleteFrames(chosen.map(({ key }) => key)),
    onSuccess: async ({ deleted, inUse }) => {
      await queries.invalidateQueries({ queryKey: libraryKey(profile.projectId) })
      const kept = inUse === 0 ? '' : ` Kept ${counted(inUse, 'picture')} that profiles learned from.`
      showToast(`Deleted ${counted(deleted, 'picture')}.${kept}`)
      onClose()
      onDeleted()
    },
  })
  return (
    <Dialog title={`Delete ${counted(chosen.length, 'picture')}?`} isOpen={isOpen} onClose={onClose}>
      <p>They are removed from the library of “{profile.projectId}”. Pictures that a profile learned from are kept.</p>
      <ErrorNote error={remove.error} />
      <DialogActions>
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function deleteFrames(ids: readonly string[]) {
  let inUse = 0
  for (const id of ids) {
    try {
      await palate.frames.delete(id)
    } catch (error) {
      if (!isPalateError(error, 'frame_in_use')) throw error
      inUse++
    }
  }
  return { deleted: ids.length - inUse, inUse }
}
