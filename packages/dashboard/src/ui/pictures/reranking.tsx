import { inOrderOf, rankFrames, type Side } from '@palate/core/report/ranking.ts'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { percent } from '../format.ts'
import { Segmented } from '../forms/segmented.tsx'
import { Picture } from './picture.tsx'
import { RankBadge } from './rank-badge.tsx'
import {
  type ComparedFrame,
  describeDecision,
  describeMove,
  describeMoves,
  isTelling,
  type RankedFrame,
} from './ranking.ts'
import styles from './reranking.module.css'
import { prefersReducedMotion, useReorderAnimation } from './use-reorder-animation.ts'

interface Props {
  readonly frames: readonly ComparedFrame[]
  /** Name of the list, for screen readers. */
  readonly label: string
  readonly beforeLabel: string
  readonly afterLabel: string
  readonly onOpen: (id: string) => void
  /** What the change does to the decisions; leads if it is known. */
  readonly summary?: string
}

/** How long the old order is shown before the frames move. */
const lookMs = 900

/** Frames ordered before and after a change. They animate from one order to the other, and back on demand. */
export function Reranking({ frames, label, beforeLabel, afterLabel, onOpen, summary }: Props) {
  const [side, show] = useSideShown(frames)
  const ranked = rankFrames(frames)
  const shown = inOrderOf(side, ranked)
  const list = useRef<HTMLOListElement>(null)
  useReorderAnimation(list, shown.map(({ id }) => id).join('\n'))
  const options = [
    { value: 'before' as const, label: beforeLabel },
    { value: 'after' as const, label: afterLabel },
  ]
  return (
    <div className={styles.reranking}>
      <div className={styles.head}>
        <p>
          {summary === undefined ? null : <strong>{`${summary} `}</strong>}
          {describeMoves(ranked)}
        </p>
        <Segmented label="Order" value={side} options={options} onChange={show} />
      </div>
      <ol ref={list} className={styles.frames} aria-label={`${label}: ${side === 'before' ? beforeLabel : afterLabel}`}>
        {shown.map((frame) => (
          <RankedPicture key={frame.id} frame={frame} side={side} onOpen={() => onOpen(frame.id)} />
        ))}
      </ol>
    </div>
  )
}

function RankedPicture({
  frame,
  side,
  onOpen,
}: {
  readonly frame: RankedFrame
  readonly side: Side
  readonly onOpen: () => void
}) {
  const rank = side === 'before' ? frame.rankBefore : frame.rankAfter
  const decision = describeDecision(frame.verdict)
  return (
    <li className={styles.frame} data-id={frame.id}>
      <AriaButton className={styles.picture ?? ''} onPress={onOpen}>
        <Picture src={frame.src} alt={frame.alt} fit="contain" isEager />
        <RankBadge isHidden>{rank ?? '–'}</RankBadge>
      </AriaButton>
      <div className={styles.line}>
        <span className={styles.score}>{frame[side] === null ? 'No score' : percent(frame[side])}</span>
        <Move frame={frame} isShown={side === 'after'} />
      </div>
      {decision === undefined ? null : (
        <span className={styles.decision} data-decision={frame.verdict?.to}>
          {decision}
        </span>
      )}
    </li>
  )
}

/** The direction of the move. The text is present in both orders, the arrow only next to the new place. */
function Move({ frame, isShown }: { readonly frame: RankedFrame; readonly isShown: boolean }) {
  const { rise } = frame
  if (rise !== 0 && !isTelling(frame)) {
    return (
      <>
        <span className={styles.move} data-direction="none" hidden={!isShown} aria-hidden="true">
          ≈
        </span>
        <span className="visually-hidden">{`${describeMove(frame)}, within the uncertainty`}</span>
      </>
    )
  }
  const direction = rise === 0 ? 'none' : rise > 0 ? 'up' : 'down'
  return (
    <>
      <span className={styles.move} data-direction={direction} hidden={!isShown} aria-hidden="true">
        {rise === 0 ? '=' : `${rise > 0 ? '▲' : '▼'} ${Math.abs(rise)}`}
      </span>
      <span className="visually-hidden">{describeMove(frame)}</span>
    </>
  )
}

/** Shows the old order briefly, then the new one. With reduced motion, shows the new one immediately. */
function useSideShown(frames: readonly ComparedFrame[]): [Side, (side: Side) => void] {
  const [side, show] = useState<Side>(() => (prefersReducedMotion() ? 'after' : 'before'))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isReady = frames.length > 0
  useEffect(() => {
    if (isReady) timer.current = setTimeout(() => show('after'), lookMs)
    return () => clearTimeout(timer.current)
  }, [isReady])
  return [
    side,
    (chosen) => {
      clearTimeout(timer.current)
      show(chosen)
    },
  ]
}
