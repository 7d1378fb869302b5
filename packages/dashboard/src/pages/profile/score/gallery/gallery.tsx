import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { RankBadge } from '../../../../ui/pictures/rank-badge.tsx'
import { isTouch, useWallSelection } from '../../../../ui/pictures/use-wall-selection.ts'
import { VirtualWall } from '../../../../ui/pictures/virtual-wall.tsx'
import { usualRatio, type WallBox } from '../../../../ui/pictures/wall-layout.ts'
import type { Label } from '../../lightbox/use-labels.ts'
import type { ScoreItem } from '../score-items.ts'
import type { RankedItem } from '../scores.ts'
import styles from './gallery.module.css'

export interface GalleryProps {
  readonly shown: (item: ScoreItem) => string | null
  /** The picture whose reasons are shown. */
  readonly current: string | undefined
  readonly onLook: (key: string) => void
  /** Shows a picture large. */
  readonly onOpen: (key: string) => void
  /** Absent where nothing can be done with several. */
  readonly selection?: Selection
  readonly taught: (item: ScoreItem) => Label | undefined
  readonly onTeach?: (item: ScoreItem, label: Label) => void
}

export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Whether a tap selects. */
  readonly isSelecting: boolean
}

const noSelection: Selection = { selected: new Set(), onSelect: () => undefined, isSelecting: false }

interface Props extends GalleryProps {
  readonly ranked: readonly RankedItem[]
  readonly threshold: number | undefined
  readonly label: string
  /** A note next to the score, such as the rank in another ranking. */
  readonly note?: (ranked: RankedItem) => React.ReactNode
  readonly isNarrow?: boolean
  /** Whether they are in the order of their scores, so that a line can mark the threshold. */
  readonly isInOrder?: boolean
}

/**
 * Pictures, best first, with a line at the threshold. A click shows the reasons, a second one the picture large; the
 * reasons, once open, follow the arrow keys. With a modifier key a click selects.
 */
export function Gallery(props: Props) {
  const { ranked, threshold, label, isNarrow = false, isInOrder = true, current, onLook, onOpen } = props
  const { selected, onSelect, isSelecting } = props.selection ?? noSelection
  const items = useMemo(
    () => ranked.map((one) => ({ ...one, key: one.item.key, ratio: one.item.ratio ?? usualRatio })),
    [ranked],
  )
  const keys = useMemo(() => keysOf(items), [items])
  const look = (key: string) => {
    if (selected.size > 0) onSelect(new Set())
    if (key === current && selected.size === 0) onOpen(key)
    else onLook(key)
  }
  const wall = useWallSelection({
    ...{ keys, selected, onSelect, isSelecting, lookedAt: current || undefined },
    ...{ onPlain: look, onTap: look },
  })
  const press = ({ key }: { readonly key: string }, event: KeyboardEvent): boolean => {
    if (!props.selection || event.key !== ' ' || !(event.ctrlKey || event.metaKey)) return false
    wall.select(key, true, false)
    return true
  }
  const before = threshold === undefined || !isInOrder ? -1 : ranked.findIndex(({ score }) => score < threshold)
  return (
    <VirtualWall
      items={items}
      label={label}
      isColumn={isNarrow}
      current={selected.size > 0 ? wall.current : current || wall.current}
      {...(before >= 0 && { line: { before, text: `Below ${percent(threshold ?? 0)}` } })}
      onMove={({ key }, event) => {
        wall.move(key, event)
        if (current && !event.shiftKey) onLook(key)
      }}
      onItemKey={press}
      onMarquee={props.selection && ((drawn, isAdding) => wall.draw(keysOf(drawn), isAdding))}
    >
      {(one, box, isEntry) => (
        <Entry
          {...props}
          one={one}
          box={box}
          isEntry={isEntry}
          isMarked={selected.size > 0 ? selected.has(one.key) : one.key === current}
          onClick={(event) => {
            const { shiftKey, ctrlKey, metaKey } = props.selection ? event : plain
            wall.press(one.key, { shiftKey, ctrlKey, metaKey, isTouch: isTouch(event) })
          }}
        />
      )}
    </VirtualWall>
  )
}

function keysOf(items: readonly { readonly key: string }[]): readonly string[] {
  return items.map(({ key }) => key)
}

const plain = { shiftKey: false, ctrlKey: false, metaKey: false }

interface EntryProps extends Props {
  readonly one: RankedItem
  readonly box: WallBox
  /** The picture in the tab order. */
  readonly isEntry: boolean
  /** Selected; without a selection, looked at. */
  readonly isMarked: boolean
  readonly onClick: (event: MouseEvent) => void
}

function Entry({ one, box, isEntry, isMarked, isNarrow, note, threshold, shown, ...props }: EntryProps) {
  const { item, score, rank } = one
  const { onClick, taught, onTeach } = props
  const label = taught(item)
  const isLow = threshold !== undefined && score < threshold
  return (
    <div
      className={styles.entry}
      data-narrow={isNarrow || undefined}
      data-low={isLow || undefined}
      data-selected={isMarked || undefined}
    >
      <button
        type="button"
        className={styles.card}
        data-wall-item=""
        data-key={item.key}
        tabIndex={isEntry ? 0 : -1}
        aria-pressed={isMarked}
        onClick={onClick}
      >
        <span className={styles.picture} style={isNarrow ? {} : { blockSize: box.height }}>
          <Picture src={shown(item)} alt="" fit="contain" side={isNarrow ? 104 : Math.max(box.width, box.height)} />
          <RankBadge>
            {rank}
            <span className="visually-hidden">. </span>
          </RankBadge>
        </span>
        <span className={styles.text}>
          <span className={styles.name}>{item.name}</span>{' '}
          <span className={styles.score}>
            {percent(score)} {note?.(one)}
            {label ? <span className="visually-hidden">, labelled {label}</span> : null}
          </span>
          <span className={styles.track}>
            <span className={styles.fill} style={{ inlineSize: `${100 * score}%` }} />
          </span>
        </span>
      </button>
      {onTeach ? (
        <span className={styles.labels} data-labelled={label !== undefined || undefined}>
          {(['good', 'bad'] as const).map((value) => (
            <AriaButton
              key={value}
              className={styles.label ?? ''}
              data-label={value}
              aria-label={`${value === 'good' ? 'Good' : 'Bad'}: ${item.name}`}
              aria-pressed={label === value}
              excludeFromTabOrder={!isEntry}
              onPress={() => onTeach(item, value)}
            >
              <Icon name={value} size={16} />
            </AriaButton>
          ))}
        </span>
      ) : null}
    </div>
  )
}
