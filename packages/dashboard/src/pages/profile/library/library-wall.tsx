import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { percent } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { isTouch, useWallSelection } from '../../../ui/pictures/use-wall-selection.ts'
import { VirtualWall } from '../../../ui/pictures/virtual-wall.tsx'
import styles from './library.module.css'
import type { LibraryItem } from './library-items.ts'
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

/**
 * A click selects, with Shift a range and with Ctrl or ⌘ one more; a drag selects a rectangle; a double click, a tap,
 * Space and Enter open. The arrow keys move, with Shift they select.
 */
export function LibraryWall({ items, size, labelOf, selected, isSelecting, onSelect, onOpen, onStack }: Props) {
  const keys = useMemo(() => keysOf(items), [items])
  const { current, select, move, draw, ...wall } = useWallSelection({
    ...{ keys, selected, onSelect, isSelecting },
    onTap: onOpen,
  })
  const click = (key: string, event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey, detail } = event
    // The second click of a double click leaves the picture selected.
    if (detail > 1 && !isTouch(event) && !shiftKey && !ctrlKey && !metaKey) return
    wall.press(key, { shiftKey, ctrlKey, metaKey, isTouch: isTouch(event) })
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
      onMove={({ key }, event) => move(key, event)}
      onItemKey={press}
      onMarquee={(drawn, isAdding) => draw(keysOf(drawn), isAdding)}
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

function keysOf(items: readonly WallItem[]): readonly string[] {
  return items.map(({ key }) => key)
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
