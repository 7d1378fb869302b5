import type { Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { putIntoTray } from '../tray/add-to-tray-button.tsx'
import type { ScoreItem } from './score-items.ts'
import { itemsByPlace, storeItem } from './stored-items.ts'

interface Options {
  readonly profile: Profile
  /** All pictures of the page. */
  readonly items: readonly ScoreItem[]
  readonly onStored: (key: string, item: Partial<ScoreItem>) => void
}

interface TrayOfResults {
  readonly toTray: (items: readonly ScoreItem[]) => void
  readonly dialog: ReactNode
}

/** The tray has pictures of the library alone: those that were only scored are stored first, if the person agrees. */
export function useTrayOfResults({ profile: { projectId }, items, onStored }: Options): TrayOfResults {
  const mayStore = useMay('teach', 'write')
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const close = () => setAsked(new Set())
  const { inLibrary, onPage, elsewhere } = itemsByPlace(items.filter(({ key }) => asked.has(key)))
  const store = useMutation({
    mutationFn: async () => {
      for (const item of onPage) {
        const url = await storeItem(item, projectId)
        // What is stored is not stored again after an error.
        onStored(item.key, { url })
        putIntoTray(projectId, itemsByPlace([{ ...item, url }]).inLibrary)
      }
    },
    onSuccess: close,
  })
  const put = (pictures: typeof inLibrary) => {
    if (pictures.length > 0) putIntoTray(projectId, pictures)
  }
  const toTray = (chosen: readonly ScoreItem[]) => {
    const found = itemsByPlace(chosen)
    if (mayStore && found.onPage.length > 0) return setAsked(new Set(chosen.map(({ key }) => key)))
    put(found.inLibrary)
    const left = chosen.length - found.inLibrary.length
    if (left > 0) showToast(`${counted(left, 'picture')} stayed out of the tray: ${why(mayStore)}`)
  }
  const dialog = (
    <Dialog
      title={`Store ${counted(onPage.length, 'picture')} in the library?`}
      isOpen={onPage.length > 0}
      onClose={close}
    >
      <p>
        The tray has pictures of the library. {onPage.length === 1 ? 'This one was' : 'These were'} only scored. Once
        stored, everybody with access to “{projectId}” sees {onPage.length === 1 ? 'it' : 'them'} there.
      </p>
      {elsewhere.length > 0 ? (
        <p>
          {counted(elsewhere.length, 'other picture')} cannot be stored: {why(true)}
        </p>
      ) : null}
      <ErrorNote error={store.error} />
      <DialogActions>
        <Button look="quiet" onPress={close}>
          Cancel
        </Button>
        {inLibrary.length > 0 ? (
          <Button
            onPress={() => {
              put(inLibrary)
              close()
            }}
          >
            Only the {inLibrary.length} of the library
          </Button>
        ) : null}
        <Button
          look="primary"
          isPending={store.isPending}
          onPress={() => {
            put(inLibrary)
            store.mutate()
          }}
        >
          Store, and put into the tray
        </Button>
      </DialogActions>
    </Dialog>
  )
  return { toTray, dialog }
}

function why(mayStore: boolean): string {
  return mayStore
    ? 'the page has only an address or an id, not the file.'
    : 'your key may not store pictures in the library.'
}
