import type { Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { libraryKey, readLibrary } from '../../../api/library.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { picturesOf } from '../../../files/chosen-files.ts'
import { takeChosen } from '../../../files/take-chosen.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import styles from './score.module.css'
import { libraryItem, parseAddresses, type ScoreItem } from './score-items.ts'

export interface Adding {
  readonly onFiles: (files: readonly File[]) => void
  readonly chooseFolder: () => void
  readonly askForUrls: () => void
  /** Undefined if the key cannot read the library. */
  readonly addLibrary: (() => void) | undefined
  readonly isReadingLibrary: boolean
  readonly error: unknown
  /** The dialog and the file field, which belong into the page once. */
  readonly elements: ReactNode
}

interface Options {
  readonly profile: Profile
  readonly onFiles: (files: readonly File[]) => void
  readonly onItems: (items: readonly ScoreItem[]) => void
}

/** The ways to add pictures: files, a folder, URLs, or the whole library. */
export function useAdding({ profile: { projectId }, onFiles, onItems }: Options): Adding {
  const mayRead = useMay('read', 'teach', 'write')
  const [isAsking, setAsking] = useState(false)
  const folder = useRef<HTMLInputElement>(null)
  const library = useMutation({
    mutationFn: () =>
      queries.fetchQuery({ queryKey: libraryKey(projectId), queryFn: () => readLibrary(projectId), staleTime: 0 }),
    onSuccess: (frames) => {
      if (frames.length === 0) showToast('The library is empty. Add pictures first.')
      onItems(frames.map(libraryItem))
    },
  })
  return {
    onFiles,
    chooseFolder: () => folder.current?.click(),
    askForUrls: () => setAsking(true),
    addLibrary: mayRead ? () => library.mutate() : undefined,
    isReadingLibrary: library.isPending,
    error: library.error,
    elements: (
      <>
        <input
          ref={folder}
          type="file"
          hidden
          multiple
          {...{ webkitdirectory: '' }}
          onChange={({ target }) => {
            takeChosen(picturesOf(target.files ?? []), onFiles)
            target.value = ''
          }}
        />
        <AddressDialog isOpen={isAsking} onClose={() => setAsking(false)} onItems={onItems} />
      </>
    ),
  }
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
