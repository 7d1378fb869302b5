import type { Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { libraryFramesMax, readLibrary } from '../../../api/library.ts'
import { useMay } from '../../../api/session.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Toggle } from '../../../ui/forms/toggle.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import styles from './score.module.css'
import { libraryItem, parseAddresses, type ScoreItem } from './score-items.ts'

interface Props {
  readonly profile: Profile
  readonly isEmpty: boolean
  readonly isKept: boolean
  readonly onKeptChange: (isKept: boolean) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onItems: (items: readonly ScoreItem[]) => void
  /** Offered after the profile has changed. */
  readonly onAgain?: () => void
  readonly onClear?: () => void
}

/** Adds pictures, a folder, URLs, or the library. */
export function AddToScore({ profile, isEmpty, isKept, onKeptChange, onFiles, onItems, onAgain, onClear }: Props) {
  const mayKeep = useMay('teach', 'write')
  const mayRead = useMay('read', 'teach', 'write')
  const [isAsking, setAsking] = useState(false)
  const library = useMutation({
    mutationFn: () => readLibrary(profile.projectId),
    onSuccess: ({ frames, nextCursor }) => {
      if (frames.length === 0) showToast('The library is empty. Add pictures first.')
      if (nextCursor !== undefined) showToast(`Showing the newest ${libraryFramesMax} pictures of the library.`)
      onItems(frames.map(libraryItem))
    },
  })
  return (
    <section className={isEmpty ? styles.dropZone : styles.addRow} aria-label="Add pictures">
      {isEmpty ? <h2>Drop pictures, a folder or URLs here</h2> : null}
      <div className={styles.addButtons}>
        <AddPictures look={isEmpty ? 'primary' : 'plain'} onFiles={onFiles} />
        <AddPictures isFolder onFiles={onFiles} />
        <Button onPress={() => setAsking(true)}>Add URLs</Button>
        {mayRead ? (
          <Button isPending={library.isPending} onPress={() => library.mutate()}>
            Use the library
          </Button>
        ) : null}
        {onAgain ? (
          <Button look="quiet" onPress={onAgain}>
            Score again
          </Button>
        ) : null}
        {onClear ? (
          <Button look="quiet" onPress={onClear}>
            Start over
          </Button>
        ) : null}
      </div>
      {mayKeep ? (
        <Toggle isSelected={isKept} onChange={onKeptChange}>
          <span>
            Keep files in the library of “{profile.projectId}”.{' '}
            <span className={styles.soft}>
              {isKept
                ? 'You can use them for teaching later.'
                : 'Files are sent for scoring only. A file that you label is kept.'}
            </span>
          </span>
        </Toggle>
      ) : (
        <p className={styles.soft}>Files are sent for scoring only and not kept.</p>
      )}
      <ErrorNote error={library.error} />
      <AddressDialog isOpen={isAsking} onClose={() => setAsking(false)} onItems={onItems} />
    </section>
  )
}

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onItems: (items: readonly ScoreItem[]) => void
}

/** Keeps what was typed when the dialog is closed and opened again. */
function AddressDialog({ isOpen, onClose, onItems }: DialogProps) {
  const [text, setText] = useState('')
  const { items, rejected } = parseAddresses(text)
  return (
    <Dialog title="Add URLs" isOpen={isOpen} onClose={onClose}>
      <Form
        className={styles.form ?? ''}
        onSubmit={(event) => {
          event.preventDefault()
          if (items.length === 0) return
          onItems(items)
          setText('')
          onClose()
        }}
      >
        <TextField
          label="One per line"
          rows={6}
          autoFocus
          value={text}
          onChange={setText}
          placeholder="https://example.com/hero.jpg"
          hint="The service fetches them, not your browser."
          error={rejected.length > 0 ? `Not a URL: ${rejected.slice(0, 3).join(', ')}` : undefined}
        />
        <DialogActions>
          <Button look="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isDisabled={items.length === 0}>
            Add {items.length === 0 ? '' : String(items.length)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
