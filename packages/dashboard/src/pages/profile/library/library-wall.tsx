import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { percent } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { VirtualWall } from '../../../ui/pictures/virtual-wall.tsx'
import styles from './library.module.css'
import { type LibraryItem, selectionAfter } from './library-items.ts'
import type { WallItem } from './library-stacks.ts'
import type { WallSize } from './wall-size.ts'

interface Props {
  readonly items: readonly WallItem[]
  readonly size: WallSize
  readonly labelOf: (item: LibraryItem) => 'good' | 'bad' | undefined
  readonly selected: ReadonlySet<string>
  /** Whether a tap selects. Otherwise it opens, unless something is selected. */
  readonly isSelecting: boolean
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Shows a picture large. */
  readonly onOpen: (key: string) => void
  /** Opens or closes the stack of a picture. */
  readonly onStack: (key: string) => void
}

/** Where a range begins, and what was selected before it. */
interface Anchor {
  readonly key: string
  readonly base: ReadonlySet<string>
}

/**
 * A click selects, with Shift a range and with Ctrl or ⌘ one more; a drag selects a rectangle; a double click, a tap,
 * Space and Enter open. The arrow keys move, with Shift they select.
 */
export function LibraryWall({ items, size, labelOf, selected, isSelecting, onSelect, onOpen, onStack }: Props) {
  const anchor = useRef<Anchor>(undefined)
  const [current, setCurrent] = useState<string>()
  const select = (key: string, isToggling: boolean, isExtending: boolean) => {
    setCurrent(key)
    const keys = items.map((item) => item.key)
    const from = anchor.current
    if (isExtending && from !== undefined) {
      return onSelect(selectionAfter(keys, from.base, { key, last: from.key, isToggling, isExtending }))
    }
    const after = selectionAfter(keys, selected, { key, last: undefined, isToggling, isExtending: false })
    anchor.current = { key, base: after }
    onSelect(after)
  }
  const click = (key: string, event: MouseEvent) => {
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
    if (isTouch && !isSelecting && selected.size === 0) return onOpen(key)
    const isToggling = event.metaKey || event.ctrlKey || isTouch
    // The second click of a double click leaves the picture selected.
    if (event.detail > 1 && !isToggling && !event.shiftKey) return
    select(key, isToggling, event.shiftKey)
  }
  const move = ({ key }: LibraryItem, event: KeyboardEvent) => {
    if (event.shiftKey) {
      const from = current ?? key
      anchor.current ??= { key: from, base: new Set([from]) }
      return select(key, false, true)
    }
    setCurrent(key)
    const base: ReadonlySet<string> = new Set(selected.size > 0 ? [key] : [])
    anchor.current = { key, base }
    if (selected.size > 0) onSelect(base)
  }
  const press = ({ key }: LibraryItem, event: KeyboardEvent): boolean => {
    if (event.key !== ' ' && event.key !== 'Enter') return false
    if (event.key === ' ' && (event.ctrlKey || event.metaKey)) select(key, true, false)
    else onOpen(key)
    return true
  }
  const latest = useRef({ click, onOpen })
  useEffect(() => {
    latest.current = { click, onOpen }
  })
  const [handlers] = useState(() => ({
    onClick: (key: string, event: MouseEvent) => latest.current.click(key, event),
    onDoubleClick: (key: string) => latest.current.onOpen(key),
  }))
  return (
    <VirtualWall
      items={items}
      label="Pictures of the library"
      current={current}
      rowHeight={size.rowHeight}
      captionHeight={size.captionHeight}
      onMove={move}
      onItemKey={press}
      onMarquee={(picked, isAdding) => {
        const keys = picked.map(({ key }) => key)
        onSelect(new Set(isAdding ? [...selected, ...keys] : keys))
      }}
    >
      {(item, box, isEntry) => (
        <>
          <Tile
            item={item}
            width={box.width}
            height={box.height}
            label={labelOf(item)}
            isSelected={selected.has(item.key)}
            isEntry={isEntry}
            hasCaption={size.captionHeight > 0}
            handlers={handlers}
          />
          {item.stack ? (
            <button
              type="button"
              className={styles.stack}
              aria-expanded={item.isOpen}
              aria-label={`Stack of ${item.stack.length} pictures under ${item.name}`}
              tabIndex={isEntry ? 0 : -1}
              onClick={() => onStack(item.key)}
            >
              <span className={styles.stackSize}>{item.stack.length}</span>
            </button>
          ) : null}
        </>
      )}
    </VirtualWall>
  )
}

interface TileProps {
  readonly item: WallItem
  readonly width: number
  readonly height: number
  readonly label: 'good' | 'bad' | undefined
  readonly isSelected: boolean
  readonly isEntry: boolean
  readonly hasCaption: boolean
  /** The same object at every rendering. */
  readonly handlers: {
    readonly onClick: (key: string, event: MouseEvent) => void
    readonly onDoubleClick: (key: string) => void
  }
}

/** Drawn again only if something about it changes: there are hundreds on a screen. */
const Tile = memo(function Tile({ item, width, height, label, isSelected, isEntry, hasCaption, handlers }: TileProps) {
  const { key, name, score, tags } = item
  return (
    <button
      type="button"
      className={styles.card}
      data-wall-item=""
      data-key={key}
      data-small={!hasCaption || undefined}
      data-selected={isSelected || undefined}
      data-stacked={item.stack !== undefined || undefined}
      aria-pressed={isSelected}
      tabIndex={isEntry ? 0 : -1}
      title={hasCaption ? undefined : name}
      onClick={(event) => handlers.onClick(key, event)}
      onDoubleClick={() => handlers.onDoubleClick(key)}
    >
      <span className={styles.picture} style={{ blockSize: height }}>
        <Picture src={item.src} alt="" fit="contain" side={Math.max(width, height)} />
        {label === undefined ? null : (
          <span className={styles.label} data-label={label}>
            <Icon name={label} size={hasCaption ? 16 : 10} />
          </span>
        )}
      </span>
      <span className={hasCaption ? styles.text : 'visually-hidden'}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.score}>{score === undefined ? '' : percent(score)}</span>
        {label ? <span className="visually-hidden">, labelled {label}</span> : null}
      </span>
      {tags.length === 0 || !hasCaption ? null : <span className={styles.tags}>{tags.join(' · ')}</span>}
    </button>
  )
})
