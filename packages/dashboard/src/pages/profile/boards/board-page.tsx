import type { Board, Profile } from '@palate/client'
import { captionCharactersMax } from '@palate/core/boards/limits.ts'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { boardsKey, useBoard, useChangeBoard } from '../../../api/boards.ts'
import { libraryThumbnail } from '../../../api/frame-names.ts'
import { palate } from '../../../api/palate.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { DeleteDialog } from '../../../ui/dialogs/delete-dialog.tsx'
import { counted } from '../../../ui/format.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/layout/menu.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { useSavePictures } from '../tray/use-save-pictures.ts'
import { BoardConflictNote } from './board-conflict.tsx'
import styles from './boards.module.css'
import { moved } from './move.ts'

const layouts = [
  { value: 'rows', label: 'Rows' },
  { value: 'grid', label: 'Grid' },
  { value: 'column', label: 'Column' },
] as const

/** Arranges a board, by drag or by keyboard, and shares it. Each change is saved at once. */
export function BoardPage({ profile, boardId }: { readonly profile: Profile; readonly boardId: string }) {
  const board = useBoard(boardId)
  usePageTitle(`${board.data?.name ?? 'Board'} · ${profile.name}`)
  if (board.isPending) return <Loading label="Opening the board" />
  if (board.data === undefined) return <ErrorState error={board.error} onRetry={() => void board.refetch()} />
  return <OpenBoard profile={profile} board={board.data} />
}

function OpenBoard({ profile, board }: { readonly profile: Profile; readonly board: Board }) {
  const mayWrite = useMay('write')
  const { change, error, conflict, takeTheirs, keepMine } = useChangeBoard(board.id)
  return (
    <div className={styles.board}>
      <BoardHead profile={profile} board={board} onChange={mayWrite ? change : undefined} />
      <ErrorNote error={error} />
      {conflict ? <BoardConflictNote conflict={conflict} onTheirs={takeTheirs} onMine={keepMine} /> : null}
      {board.pictures.length === 0 ? (
        <EmptyState title="Nothing on the board yet">
          Put pictures into the tray, in the <Link href={`/profiles/${profile.id}/library`}>library</Link> or on the
          Score page, and choose <em>Board</em> there.
        </EmptyState>
      ) : (
        <Pictures board={board} onChange={mayWrite ? (pictures) => change({ pictures: [...pictures] }) : undefined} />
      )}
    </div>
  )
}

interface HeadProps {
  readonly profile: Profile
  readonly board: Board
  readonly onChange: ((change: { readonly name?: string; readonly layout?: Board['layout'] }) => void) | undefined
}

function BoardHead({ profile, board, onChange }: HeadProps) {
  const [name, setName] = useDraft(board.name)
  const [dialog, setDialog] = useState<'share' | 'delete'>()
  const close = () => setDialog(undefined)
  const present = board.pictures.filter(({ frame }) => frame !== null)
  const save = useSavePictures(
    board.name,
    present.map(({ frameId, caption, frame }) => ({ frameId, name: caption ?? nameOf(frame) })),
  )
  const rename = () => {
    const typed = name.trim()
    if (typed === '') setName(board.name)
    else if (typed !== board.name) onChange?.({ name: typed })
  }
  return (
    <header className={styles.head}>
      {onChange ? (
        <div className={styles.name}>
          <TextField label="Name of the board" value={name} onChange={setName} onBlur={rename} maxLength={255} />
        </div>
      ) : (
        <h2>{board.name}</h2>
      )}
      {onChange ? (
        <>
          <Segmented
            label="Layout"
            value={board.layout}
            options={layouts}
            onChange={(layout) => onChange({ layout })}
          />
          <Button look="primary" isDisabled={present.length === 0} onPress={() => setDialog('share')}>
            <Icon name="share" size={16} />
            Share {present.length === 0 ? '' : present.length}
          </Button>
        </>
      ) : null}
      <Menu
        aria-label="Board"
        button={
          <Button look="quiet" aria-label={`More for ${board.name}`}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onAction={save.zip}>Save as ZIP</MenuItem>
        <MenuItem onAction={save.png}>Contact sheet as PNG</MenuItem>
        <MenuItem onAction={save.pdf}>Contact sheet as PDF</MenuItem>
        {onChange ? <MenuLine /> : null}
        {onChange ? (
          <MenuItem tone="danger" onAction={() => setDialog('delete')}>
            Delete board
          </MenuItem>
        ) : null}
      </Menu>
      <ErrorNote error={save.error} />
      <ShareDialog
        profile={profile}
        isOpen={dialog === 'share'}
        onClose={close}
        content={async () => ({ profileId: profile.id, boardId: board.id })}
      >
        Anyone with the link sees the {counted(present.length, 'picture')} of “{board.name}” with their captions, as
        they are now, and can approve or reject them and comment.
      </ShareDialog>
      <DeleteBoard board={board} isOpen={dialog === 'delete'} onClose={close} />
    </header>
  )
}

function DeleteBoard({ board, isOpen, onClose }: { readonly board: Board; isOpen: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useMutation({
    mutationFn: () => palate.boards.delete(board.id),
    onSuccess: () => {
      showToast(`Deleted ${board.name}.`)
      navigate(`/profiles/${board.profileId}/boards`)
      return queries.invalidateQueries({ queryKey: [...boardsKey, 'list'] })
    },
  })
  return (
    <DeleteDialog
      title={`Delete ${board.name}?`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>The pictures stay in the library. Links that show the board keep showing it.</p>
    </DeleteDialog>
  )
}

type BoardPicture = Board['pictures'][number]
type Change = (pictures: readonly { readonly frameId: string; readonly caption?: string }[]) => void

function Pictures({ board, onChange }: { readonly board: Board; readonly onChange: Change | undefined }) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const { pictures, layout } = board
  // The focus follows the picture: a browser takes it from an element that moves.
  const followed = useRef<string>(undefined)
  // A key pressed again before the page shows the first change builds on that change.
  const latest = useRef<ReturnType<typeof sent>[]>([])
  useLayoutEffect(() => {
    latest.current = pictures.map(sent)
    const at = pictures.findIndex(({ frameId }) => frameId === followed.current)
    list.current?.querySelectorAll<HTMLElement>('[data-move]')[at]?.focus()
    followed.current = undefined
  }, [pictures])
  const place = (frameId: string) => latest.current.findIndex((picture) => picture.frameId === frameId)
  const change = (next: readonly Pick<BoardPicture, 'frameId' | 'caption'>[]) => {
    latest.current = next.map(sent)
    onChange?.(latest.current)
  }
  const arrange = (from: number, to: number) => {
    if (!onChange || from === to || to < 0 || to >= pictures.length) return
    followed.current = latest.current[from]?.frameId
    change(moved(latest.current, from, to))
  }
  const caption = (at: number, text: string) =>
    change(latest.current.map((picture, i) => (i === at ? { ...picture, caption: text } : picture)))
  const drag = (at: number) => ({
    draggable: onChange !== undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/x-palate-picture', String(at))
      setDragged(at)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      setOver(at)
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      event.stopPropagation()
      arrange(dragged, at)
    },
    onDragEnd: () => {
      setDragged(undefined)
      setOver(undefined)
    },
  })
  return (
    <>
      {onChange ? (
        <p className={styles.soft} id="board-help">
          Drag pictures to arrange them, or move the focused one with the arrow keys.
        </p>
      ) : null}
      <ul ref={list} className={styles.pictures} data-layout={layout} aria-label="Pictures of the board">
        {pictures.map((picture, i) => (
          <li
            key={picture.frameId}
            className={styles.item}
            data-over={(over === i && dragged !== i) || undefined}
            data-dragged={dragged === i || undefined}
            style={
              layout === 'rows'
                ? { flexGrow: ratioOf(picture), flexBasis: `calc(${ratioOf(picture)} * var(--row))` }
                : {}
            }
            {...drag(i)}
          >
            <BoardItem
              picture={picture}
              place={i}
              count={pictures.length}
              {...(onChange && {
                onMove: (step: number) => arrange(place(picture.frameId), place(picture.frameId) + step),
                onCaption: (text: string) => caption(place(picture.frameId), text),
                onRemove: () => change(latest.current.filter(({ frameId }) => frameId !== picture.frameId)),
              })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface ItemProps {
  readonly picture: BoardPicture
  readonly place: number
  readonly count: number
  readonly onMove?: (step: number) => void
  readonly onCaption?: (text: string) => void
  readonly onRemove?: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function BoardItem({ picture, place, count, onMove, onCaption, onRemove }: ItemProps) {
  const { frameId, frame, caption = '' } = picture
  const [typed, setTyped] = useDraft(caption)
  const name = frame === null ? 'A deleted picture' : nameOf(frame)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onMove?.(step)
  }
  const image = <Picture src={frame === null ? null : libraryThumbnail(frameId)} alt={caption || name} side={480} />
  if (!onMove) {
    return (
      <figure className={styles.figure}>
        <div className={styles.picture}>{image}</div>
        {caption === '' ? null : <figcaption className={styles.caption}>{caption}</figcaption>}
      </figure>
    )
  }
  return (
    <div className={styles.figure}>
      <button
        type="button"
        className={styles.picture}
        data-move=""
        aria-label={`${name}, ${place + 1} of ${count}. Arrow keys move it`}
        onKeyDown={press}
      >
        {image}
      </button>
      <span className={styles.remove}>
        <Button look="quiet" aria-label={`Remove ${name}`} {...(onRemove && { onPress: onRemove })}>
          <Icon name="close" size={16} />
        </Button>
      </span>
      <input
        className={styles.captionField}
        aria-label={`Caption of ${name}`}
        placeholder="Add a caption"
        maxLength={captionCharactersMax}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed.trim() !== caption) onCaption?.(typed.trim())
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </div>
  )
}

/** A text while it is typed. It follows the stored one, unless it was changed here. */
function useDraft(stored: string): [typed: string, setTyped: (typed: string) => void] {
  const [draft, setDraft] = useState({ stored, typed: stored })
  const isChanged = draft.typed !== draft.stored
  if (draft.stored !== stored) setDraft({ stored, typed: isChanged ? draft.typed : stored })
  return [draft.typed, (typed) => setDraft({ stored, typed })]
}

function sent({ frameId, caption }: Pick<BoardPicture, 'frameId' | 'caption'>) {
  return { frameId, ...(caption && { caption }) }
}

function nameOf(frame: BoardPicture['frame']): string {
  return pictureName(frame?.name ?? 'Picture')
}

function ratioOf({ frame }: BoardPicture): number {
  return frame === null ? 1 : frame.width / frame.height
}
