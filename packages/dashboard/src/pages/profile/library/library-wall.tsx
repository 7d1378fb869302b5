import { type MouseEvent, useRef } from 'react'
import { percent } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { VirtualWall } from '../../../ui/pictures/virtual-wall.tsx'
import styles from './library.module.css'
import { type LibraryItem, selectionAfter } from './library-items.ts'

interface Props {
  readonly items: readonly LibraryItem[]
  readonly labelOf: (item: LibraryItem) => 'good' | 'bad' | undefined
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Shows a picture large. */
  readonly onOpen: (key: string) => void
}

/** A click selects, with Shift a range and with Ctrl or ⌘ one more; a drag selects a rectangle; a double click opens. */
export function LibraryWall({ items, labelOf, selected, onSelect, onOpen }: Props) {
  const last = useRef<string>(undefined)
  const click = (key: string) => (event: MouseEvent) => {
    const keys = items.map((item) => item.key)
    // On touch screens every tap adds to the selection.
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
    const isToggling = event.metaKey || event.ctrlKey || isTouch
    onSelect(selectionAfter(keys, selected, { key, last: last.current, isToggling, isExtending: event.shiftKey }))
    last.current = key
  }
  return (
    <VirtualWall
      items={items}
      label="Pictures of the library"
      current={last.current}
      captionHeight={items.some(({ tags }) => tags.length > 0) ? 64 : 40}
      onMarquee={(picked, isAdding) => {
        const keys = picked.map(({ key }) => key)
        onSelect(new Set(isAdding ? [...selected, ...keys] : keys))
      }}
    >
      {(item, box, isEntry) => {
        const label = labelOf(item)
        const isSelected = selected.has(item.key)
        return (
          <button
            type="button"
            className={styles.card}
            data-wall-item=""
            data-selected={isSelected || undefined}
            aria-pressed={isSelected}
            tabIndex={isEntry ? 0 : -1}
            onClick={click(item.key)}
            onDoubleClick={() => onOpen(item.key)}
          >
            <span className={styles.picture} style={{ blockSize: box.height }}>
              <Picture src={item.src} alt="" fit="contain" side={Math.max(box.width, box.height)} />
              {label === undefined ? null : (
                <span className={styles.label} data-label={label}>
                  <Icon name={label} size={16} />
                </span>
              )}
            </span>
            <span className={styles.text}>
              <span className={styles.name}>{item.name}</span>
              <span className={styles.score}>{item.score === undefined ? '' : percent(item.score)}</span>
              {label ? <span className="visually-hidden">, labelled {label}</span> : null}
            </span>
            {item.tags.length === 0 ? null : <span className={styles.tags}>{item.tags.join(' · ')}</span>}
          </button>
        )
      }}
    </VirtualWall>
  )
}
