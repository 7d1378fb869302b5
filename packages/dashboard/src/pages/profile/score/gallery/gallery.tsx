import { useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { RankBadge } from '../../../../ui/pictures/rank-badge.tsx'
import { VirtualWall } from '../../../../ui/pictures/virtual-wall.tsx'
import { usualRatio, type WallBox } from '../../../../ui/pictures/wall-layout.ts'
import type { Label } from '../../lightbox/use-labels.ts'
import type { ScoreItem } from '../score-items.ts'
import type { RankedItem } from '../scores.ts'
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
  /** Whether they are in the order of their scores, so that a line can mark the threshold. */
  readonly isInOrder?: boolean
}

/** Pictures, best first, with a line at the threshold. The reasons, once open, follow the arrow keys. */
export function Gallery(props: Props) {
  const { ranked, threshold, label, isNarrow = false, isInOrder = true, selected, onSelect } = props
  const items = useMemo(
    () => ranked.map((one) => ({ ...one, key: one.item.key, ratio: one.item.ratio ?? usualRatio })),
    [ranked],
  )
  const before = threshold === undefined || !isInOrder ? -1 : ranked.findIndex(({ score }) => score < threshold)
  return (
    <VirtualWall
      items={items}
      label={label}
      isColumn={isNarrow}
      current={selected}
      {...(before >= 0 && { line: { before, text: `Below ${percent(threshold ?? 0)}` } })}
      onMove={({ key }) => {
        if (selected) onSelect(key)
      }}
    >
      {(one, box, isEntry) => <Entry {...props} one={one} box={box} isEntry={isEntry} />}
    </VirtualWall>
  )
}

interface EntryProps extends Props {
  readonly one: RankedItem
  readonly box: WallBox
  /** The picture in the tab order. */
  readonly isEntry: boolean
}

function Entry({ one, box, isEntry, isNarrow, note, threshold, shown, selected, ...props }: EntryProps) {
  const { item, score, rank } = one
  const { onSelect, onOpen, taught, onTeach } = props
  const label = taught(item)
  const isSelected = item.key === selected
  const isLow = threshold !== undefined && score < threshold
  return (
    <div
      className={styles.entry}
      data-narrow={isNarrow || undefined}
      data-low={isLow || undefined}
      data-selected={isSelected || undefined}
    >
      <AriaButton
        className={styles.card ?? ''}
        data-wall-item=""
        excludeFromTabOrder={!isEntry}
        aria-pressed={isSelected}
        onPress={() => (isSelected ? onOpen(item.key) : onSelect(item.key))}
      >
        <span className={styles.picture} style={isNarrow ? {} : { blockSize: box.height }}>
          <Picture src={shown(item)} alt="" fit="contain" side={isNarrow ? 104 : Math.max(box.width, box.height)} />
          <RankBadge>
            {rank}
            <span className="visually-hidden">. </span>
          </RankBadge>
        </span>
        <span className={styles.text}>
          <span className={styles.name}>{item.name}</span>
          <span className={styles.score}>
            {percent(score)} {note?.(one)}
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
    </div>
  )
}
