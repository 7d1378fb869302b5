import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useVisiblePart } from '../hooks/use-visible-part.ts'
import { PassingContext } from './picture.tsx'
import { useMarquee } from './use-marquee.ts'
import styles from './virtual-wall.module.css'
import { layoutColumn, layoutWall, neighbourInRow, type WallBox, wallGap } from './wall-layout.ts'

interface WallItem {
  readonly key: string
  /** Width by height of the picture. */
  readonly ratio: number
}

interface Props<Item extends WallItem> {
  readonly items: readonly Item[]
  readonly label: string
  /** The picture in the tab order; the first one by default. */
  readonly current?: string | undefined
  /** Called when the arrow keys move to another picture. */
  readonly onMove?: (item: Item, event: KeyboardEvent) => void
  /** Called for every key on a picture. Returns whether it was used. */
  readonly onItemKey?: (item: Item, event: KeyboardEvent) => boolean
  /** A text before the picture with this index. */
  readonly line?: { readonly before: number; readonly text: string } | undefined
  readonly isColumn?: boolean
  /** Called while a rectangle is drawn over pictures. Adds to the selection if a modifier key is held. */
  readonly onMarquee?: ((items: readonly Item[], isAdding: boolean) => void) | undefined
  readonly captionHeight?: number
  /** The height that rows aim for; less in a narrow window. */
  readonly rowHeight?: number
  /** One picture. Its button has the attribute `data-wall-item`. */
  readonly children: (item: Item, box: WallBox, isEntry: boolean) => ReactNode
}

const usualRowHeight = 220
/** In a window that is narrower than 600 pixels, rows are this much lower, and at most this high. */
const [narrowScale, narrowHeightMax] = [0.85, 150] as const
const lineHeight = 36
const columnHeight = 80

/** Pictures in justified rows or one below the other. Only those near the window are in the page. */
export function VirtualWall<Item extends WallItem>(props: Props<Item>) {
  const { items, label, current, onMove, onItemKey, line, onMarquee, isColumn = false, children } = props
  const { captionHeight = 40, rowHeight: wantedHeight = usualRowHeight } = props
  const [list, width] = useWidth<HTMLOListElement>()
  const { top, bottom, isScrolledPast } = useVisiblePart(list)
  const before = line?.before
  const layout = useMemo(() => {
    const gap = wallGap(wantedHeight, width)
    const narrowHeight = Math.min(narrowHeightMax, Math.round(wantedHeight * narrowScale))
    const rowHeight = isColumn ? columnHeight : width < 600 ? narrowHeight : wantedHeight
    const options = { width, gap, rowHeight, captionHeight }
    const all = { ...options, ...(before !== undefined && { line: { before, height: lineHeight } }) }
    if (width === 0) return { boxes: [], lineY: undefined, height: 0 }
    return isColumn
      ? layoutColumn(items.length, all)
      : layoutWall(
          items.map(({ ratio }) => ratio),
          all,
        )
  }, [items, width, before, isColumn, captionHeight, wantedHeight])
  const marquee = useMarquee(
    list,
    layout.boxes,
    onMarquee &&
      ((indices, isAdding) =>
        onMarquee(
          indices.flatMap((i) => items[i] ?? []),
          isAdding,
        )),
  )
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined && focusItem(list.current, wanted.current)) wanted.current = undefined
  })

  const focused = useKeptFocus(list, items)
  const press = (event: KeyboardEvent) => {
    const at = indexAt(event.target)
    const pressed = at === undefined ? undefined : items[at]
    if (pressed && onItemKey?.(pressed, event)) return event.preventDefault()
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: neighbourInRow(layout.boxes, at, 1),
      ArrowUp: neighbourInRow(layout.boxes, at, -1),
      Home: 0,
      End: items.length - 1,
    }[event.key]
    const item = to === undefined ? undefined : items[to]
    const box = to === undefined ? undefined : layout.boxes[to]
    if (to === undefined || !item || !box) return
    event.preventDefault()
    // A picture far away is drawn, and gets the focus, once it is near the window.
    if (!focusItem(list.current, to)) {
      wanted.current = to
      const offset = (list.current?.getBoundingClientRect().top ?? 0) + box.y - window.innerHeight / 3
      window.scrollBy({ top: offset })
    }
    onMove?.(item, event)
  }
  const entry = items.some(({ key }) => key === current) ? current : items[0]?.key
  return (
    <ol
      ref={list}
      className={styles.wall}
      style={{ blockSize: layout.height }}
      aria-label={label}
      data-column={isColumn || undefined}
      onKeyDown={press}
      {...focused}
      {...marquee.handlers}
    >
      {marquee.area ? (
        <li
          aria-hidden="true"
          className={styles.marquee}
          style={{
            ...{ insetInlineStart: marquee.area.x, insetBlockStart: marquee.area.y },
            ...{ inlineSize: marquee.area.width, blockSize: marquee.area.height },
          }}
        />
      ) : null}
      {layout.lineY === undefined || line === undefined ? null : (
        <li className={styles.line} style={{ insetBlockStart: layout.lineY, blockSize: lineHeight }}>
          {line.text}
        </li>
      )}
      <PassingContext value={isScrolledPast}>
        {layout.boxes.map((box, i) => {
          const item = items[i]
          if (!item || box.y > bottom || box.y + box.height < top) return null
          return (
            <li
              key={item.key}
              className={styles.item}
              style={{ insetInlineStart: box.x, insetBlockStart: box.y, inlineSize: box.width }}
              data-index={i}
              aria-setsize={items.length}
              aria-posinset={i + 1}
            >
              {children(item, box, item.key === entry)}
            </li>
          )
        })}
      </PassingContext>
    </ol>
  )
}

/** If the picture with the focus leaves the wall, such as one that a filter no longer shows, the next one gets it. */
function useKeptFocus(list: RefObject<HTMLElement | null>, items: readonly unknown[]) {
  const focusedAt = useRef<number>(undefined)
  useEffect(() => {
    const at = focusedAt.current
    if (at === undefined || document.activeElement !== document.body) return
    focusItem(list.current, Math.min(at, items.length - 1))
  }, [list, items])
  return {
    onFocus: ({ target }: FocusEvent) => {
      focusedAt.current = indexAt(target)
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) focusedAt.current = undefined
    },
  }
}

function indexAt(target: EventTarget): number | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.wallItem === undefined) return undefined
  return Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
}

function focusItem(list: HTMLElement | null, index: number): boolean {
  const button = list?.querySelector<HTMLElement>(`[data-index="${index}"] [data-wall-item]`)
  button?.focus()
  return button != null
}

/** The width of an element in CSS pixels; 0 before it is in the page. */
function useWidth<Measured extends Element>(): [RefObject<Measured | null>, number] {
  const ref = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
