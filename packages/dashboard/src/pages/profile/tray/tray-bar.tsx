import type { Profile } from '@palate/client'
import { picturesPerBoardMax } from '@palate/core/boards/limits.ts'
import { picturesPerShareMax } from '@palate/core/shares/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { addToBoard, boardsKey, useBoards } from '../../../api/boards.ts'
import { libraryThumbnail } from '../../../api/frame-names.ts'
import { useLibrary } from '../../../api/library.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { clearTray, removeFromTray, type TrayPicture, useTray } from '../../../state/tray.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { SelectField, TextField } from '../../../ui/forms/fields.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../ui/layout/menu.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { libraryItems, tagsOf } from '../library/library-items.ts'
import { TagDialog } from '../library/tag-dialog.tsx'
import { useLabels } from '../lightbox/use-labels.ts'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { dimensionMember } from '../teach/pairs.ts'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './tray.module.css'
import { useSavePictures } from './use-save-pictures.ts'

/** What can be done with the pictures in the tray. It floats, so that nothing moves when it appears. */
export function TrayBar({ profile }: { readonly profile: Profile }) {
  const pictures = useTray(profile.projectId)
  if (pictures.length === 0) return null
  return <Filled profile={profile} pictures={pictures} />
}

interface Props {
  readonly profile: Profile
  readonly pictures: readonly TrayPicture[]
}

type OpenDialog = 'board' | 'share' | 'tag'

function Filled({ profile, pictures }: Props) {
  const mayWrite = useMay('write')
  const mayTeach = useMay('teach', 'write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const save = useSavePictures(profile.name, pictures)
  const labels = useLabels(profile)
  const { dimension } = useDimension()
  const judge = (label: 'good' | 'bad') => {
    const judged = pictures.map(({ frameId, name }) => ({
      ...{ key: frameId, name, whole: null },
      about: { frameId, url: `frame:${frameId}`, ...dimensionMember(dimension) },
    }))
    labels.judgeAll(judged, label)
  }
  return (
    <section className={styles.tray} aria-label="Tray">
      <ul className={styles.pictures} aria-label="Pictures in the tray">
        {pictures.map(({ frameId, name }) => (
          <li key={frameId}>
            <button
              type="button"
              className={styles.picture}
              aria-label={`Take ${name} out of the tray`}
              onClick={() => removeFromTray(profile.projectId, frameId)}
            >
              <Picture src={libraryThumbnail(frameId)} alt="" side={56} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <strong className={styles.count}>{pictures.length.toLocaleString('en')} in the tray</strong>
        {mayWrite ? (
          <>
            <Button look="primary" onPress={() => setDialog('board')}>
              <Icon name="boards" size={16} />
              Board
            </Button>
            <Button onPress={() => setDialog('share')}>
              <Icon name="share" size={16} />
              Share {pictures.length.toLocaleString('en')}
            </Button>
          </>
        ) : null}
        <Menu
          aria-label="Tray"
          button={
            <Button aria-label="More for the tray">
              <Icon name="more" />
            </Button>
          }
        >
          {mayTeach ? <MenuItem onAction={() => judge('good')}>Good</MenuItem> : null}
          {mayTeach ? <MenuItem onAction={() => judge('bad')}>Bad</MenuItem> : null}
          {mayWrite ? <MenuItem onAction={() => setDialog('tag')}>Tag…</MenuItem> : null}
          <MenuItem onAction={save.zip}>Save as ZIP</MenuItem>
          <MenuItem onAction={save.png}>Contact sheet as PNG</MenuItem>
          <MenuItem onAction={save.pdf}>Contact sheet as PDF</MenuItem>
        </Menu>
        <Button look="quiet" aria-label="Empty the tray" onPress={clearTray}>
          <Icon name="close" />
        </Button>
      </div>
      <ErrorNote error={save.error} />
      <Dialog title="Put on a board" isOpen={dialog === 'board'} onClose={close}>
        <BoardForm profile={profile} pictures={pictures} onClose={close} />
      </Dialog>
      <ShareDialog
        profile={profile}
        isOpen={dialog === 'share'}
        onClose={close}
        content={async () => ({
          profileId: profile.id,
          branchId: profile.profileData.currentBranchId,
          frames: pictures
            .slice(0, picturesPerShareMax)
            .map(({ frameId, name }) => ({ id: frameId, url: `frame:${frameId}`, name })),
        })}
      >
        Anyone with the link sees{' '}
        {pictures.length > picturesPerShareMax
          ? `the first ${picturesPerShareMax} pictures`
          : counted(pictures.length, 'picture')}{' '}
        of the tray, best first, and can approve or reject them and comment.
      </ShareDialog>
      {dialog === 'tag' ? <Tags profile={profile} pictures={pictures} onClose={close} /> : null}
    </section>
  )
}

function Tags({ profile, pictures, onClose }: Props & { readonly onClose: () => void }) {
  const library = useLibrary(profile.projectId)
  const ids = new Set(pictures.map(({ frameId }) => frameId))
  const items = libraryItems(library.data ?? [], new Map())
  const chosen = items.filter(({ key }) => ids.has(key))
  return <TagDialog profile={profile} chosen={chosen} tags={tagsOf(items)} isOpen onClose={onClose} />
}

const newBoard = 'new'

/** On a new board, or at the end of one. */
function BoardForm({ profile, pictures, onClose }: Props & { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const boards = useBoards(profile.id)
  const [target, setTarget] = useState(newBoard)
  const [name, setName] = useState('')
  const put = useMutation({
    mutationFn: async () => {
      const frameIds = pictures.map(({ frameId }) => frameId)
      if (target !== newBoard) return addToBoard(target, frameIds)
      const added = frameIds.map((frameId) => ({ frameId }))
      return palate.boards.create({ profileId: profile.id, name: name.trim(), pictures: added })
    },
    onSuccess: (board) => {
      void queries.invalidateQueries({ queryKey: boardsKey })
      clearTray()
      onClose()
      showToast(`${board.name} has ${counted(board.pictureCount, 'picture')}.`)
      navigate(`/profiles/${profile.id}/boards/${board.id}`)
    },
  })
  const options = [
    { value: newBoard, label: 'A new board' },
    ...(boards.data ?? []).map((board) => ({ value: board.id, label: board.name })),
  ]
  const isTooMany = pictures.length > picturesPerBoardMax
  return (
    <Form onSubmit={() => put.mutate()}>
      {options.length > 1 ? <SelectField label="Board" value={target} onChange={setTarget} options={options} /> : null}
      {target === newBoard ? (
        <TextField label="Name of the new board" value={name} onChange={setName} maxLength={255} autoFocus />
      ) : null}
      {isTooMany ? <p>A board has at most {picturesPerBoardMax} pictures.</p> : null}
      <FormActions
        error={put.error}
        onCancel={onClose}
        isPending={put.isPending}
        isDisabled={isTooMany || (target === newBoard && name.trim() === '')}
      >
        Put {counted(pictures.length, 'picture')} on it
      </FormActions>
    </Form>
  )
}
