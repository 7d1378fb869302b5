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
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { AddToTrayButton } from '../tray/add-to-tray-button.tsx'
import styles from './library.module.css'
import type { LibraryItem } from './library-items.ts'
import { TagDialog } from './tag-dialog.tsx'

interface Props {
  readonly profile: Profile
  readonly chosen: readonly LibraryItem[]
  /** Every tag of the library. */
  readonly tags: readonly string[]
  readonly onClear: () => void
  readonly onSelectAll: () => void
  readonly onLabel: (label: 'good' | 'bad') => void
}

/** What can be done with the selected pictures. */
export function SelectionBar({ profile, chosen, tags, onClear, onSelectAll, onLabel }: Props) {
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
  if (chosen.length === 0) {
    return (
      <div className={styles.selection}>
        <Button look="quiet" onPress={onSelectAll}>
          Select all
        </Button>
      </div>
    )
  }
  return (
    <section className={styles.selection} aria-label="Selected pictures">
      <strong>{chosen.length.toLocaleString('en')} selected</strong>
      {mayTeach ? (
        <>
          <Button onPress={() => onLabel('good')}>
            <Icon name="good" size={16} /> Good
          </Button>
          <Button onPress={() => onLabel('bad')}>
            <Icon name="bad" size={16} /> Bad
          </Button>
          <Button onPress={teach}>Teach from these</Button>
        </>
      ) : null}
      {mayWrite ? (
        <>
          <Button onPress={() => setTagging(true)}>Tag</Button>
          <Button look="danger" onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </>
      ) : null}
      <AddToTrayButton
        projectId={profile.projectId}
        pictures={chosen.map(({ key, name }) => ({ frameId: key, name }))}
      />
      <Button look="quiet" onPress={onClear}>
        Clear
      </Button>
      <TagDialog
        projectId={profile.projectId}
        chosen={chosen}
        tags={tags}
        isOpen={isTagging}
        onClose={() => setTagging(false)}
      />
      <DeleteFramesDialog
        profile={profile}
        chosen={chosen}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={onClear}
      />
    </section>
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
