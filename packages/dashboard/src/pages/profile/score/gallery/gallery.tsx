import { useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { RankBadge } from '../../../../ui/pictures/rank-badge.tsx'
import type { Label } from '../../lightbox/use-labels.ts'
import type { ScoreItem } from '../score-items.ts'
import type { RankedItem } from '../scores.ts'
import { moveFocus } from './arrow-key-focus.ts'
import styles from './gallery.module.css'

export interface GalleryProps {
  readonly shown: (item: ScoreItem) => string | null
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
  /** Shows the selected picture large. */
  readonly onOpen: (key: string) => void
  readonly taught: (item: ScoreItem) => Label | undefined
  readonly onTeach?: (item: ScoreItem, label: Label) => void
}

interface Props extends GalleryProps {
  readonly ranked: readonly RankedItem[]
  readonly threshold: number | undefined
  readonly label: string
  /** A note next to the score, such as the rank in another ranking. */
  readonly note?: (ranked: RankedItem) => React.ReactNode
  readonly isNarrow?: boolean
}

const shownAtOnce = 200

/** Pictures, best first, with a line at the threshold. The arrow keys move between them. */
export function Gallery({ ranked, threshold, label, note, isNarrow = false, ...props }: Props) {
  const [count, setCount] = useState(shownAtOnce)
  const list = useRef<HTMLOListElement>(null)
  const shown = ranked.slice(0, count)
  if (ranked.length === 0) return null
  const line = threshold === undefined ? -1 : shown.findIndex(({ score }) => score < threshold)
  const entry = shown.some(({ item }) => item.key === props.selected) ? props.selected : shown[0]?.item.key
  return (
    <div className={styles.wrap}>
      <ol
        ref={list}
        className={styles.gallery}
        data-narrow={isNarrow || undefined}
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, list.current)}
      >
        {shown.flatMap((one, i) => [
          ...(i === line ? [<ThresholdLine key="threshold" threshold={threshold ?? 0} />] : []),
          <Entry
            key={one.item.key}
            ranked={one}
            isLow={line >= 0 && i >= line}
            isEntry={one.item.key === entry}
            note={note?.(one)}
            {...props}
          />,
        ])}
      </ol>
      {ranked.length > count ? (
        <Button onPress={() => setCount(count + shownAtOnce)}>
          Show {String(Math.min(shownAtOnce, ranked.length - count))} more
        </Button>
      ) : null}
    </div>
  )
}

function ThresholdLine({ threshold }: { readonly threshold: number }) {
  return <li className={styles.line}>Under {threshold.toFixed(2)}</li>
}

interface EntryProps extends GalleryProps {
  readonly ranked: RankedItem
  readonly isLow: boolean
  /** The picture in the tab order. */
  readonly isEntry: boolean
  readonly note: React.ReactNode
}

function Entry({ ranked, isLow, isEntry, note, shown, selected, onSelect, onOpen, taught, onTeach }: EntryProps) {
  const { item, score, rank } = ranked
  const label = taught(item)
  return (
    <li className={styles.entry} data-low={isLow || undefined} data-selected={item.key === selected || undefined}>
      <AriaButton
        className={styles.card ?? ''}
        data-gallery-item
        excludeFromTabOrder={!isEntry}
        aria-pressed={item.key === selected}
        onPress={() => (item.key === selected ? onOpen(item.key) : onSelect(item.key))}
      >
        <span className={styles.picture}>
          <Picture src={shown(item)} alt="" />
          <RankBadge>
            {rank}
            <span className="visually-hidden">. </span>
          </RankBadge>
        </span>
        <span className={styles.text}>
          <span className={styles.name}>{item.name}</span>
          <span className={styles.score}>
            {score.toFixed(2)} {note}
            {label ? <span className="visually-hidden">, labelled {label}</span> : null}
          </span>
          <span className={styles.track}>
            <span className={styles.fill} style={{ inlineSize: `${100 * score}%` }} />
          </span>
        </span>
      </AriaButton>
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
    </li>
  )
}
