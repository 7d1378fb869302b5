import type { DimensionThreshold } from '@palate/client'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useMemo, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { percent } from '../../../../ui/format.ts'
import { binsOf } from '../scores.ts'
import styles from './histogram.module.css'
import type { ThresholdChoice } from './use-threshold.ts'

interface Props {
  readonly scores: readonly number[]
  readonly dimension: string
  readonly choice: ThresholdChoice
  /** Which version the scores are of. */
  readonly children: ReactNode
}

const binCount = 50
const width = 1000
const height = 40
/** Initial position of the threshold if the profile has none. */
const usualThreshold = 0.5

/** A strip with the distribution of the scores. The threshold can be dragged or moved with the arrow keys. */
export function Histogram({ scores, dimension, choice, children }: Props) {
  const { threshold, own, set } = choice
  const chart = useRef<HTMLDivElement>(null)
  const value = threshold ?? usualThreshold
  const above = scores.filter((score) => score >= value).length
  const text = `${above} of ${scores.length} at ${percent(value)}`

  const moveTo = ({ clientX }: PointerEvent) => {
    const { left, width: shownWidth } = chart.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    set(rounded((clientX - left) / shownWidth))
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    moveTo(event)
  }
  const press = (event: KeyboardEvent) => {
    const to = keyMoves[event.key]?.(value)
    if (to === undefined) return
    event.preventDefault()
    set(rounded(to))
  }
  const isOwn = own !== undefined && threshold === own.pass
  return (
    <section className={styles.histogram} aria-label={`Distribution of ${dimension}`}>
      <div className={styles.count} title={own ? describeThreshold(own) : undefined}>
        <strong>
          {text}
          <span className={styles.words}> or above</span>
        </strong>
        {isOwn ? <span className={styles.own}>{describeThreshold(own)}</span> : null}
        {children}
      </div>
      <div ref={chart} className={styles.chart} onPointerDown={drag} onPointerMove={drag}>
        <Bars scores={scores} threshold={threshold} />
        <div
          role="slider"
          tabIndex={0}
          className={styles.handle}
          data-idle={threshold === undefined || undefined}
          style={{ insetInlineStart: `${100 * value}%` }}
          aria-label="Threshold"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={1}
          aria-valuenow={value}
          aria-valuetext={`${text} or above`}
          onKeyDown={press}
        />
      </div>
      <div className={styles.actions}>
        {own && !isOwn ? (
          <Button look="quiet" onPress={() => set('own')}>
            Back to {percent(own.pass)}
          </Button>
        ) : null}
        {threshold === undefined ? null : (
          <Button look="quiet" onPress={() => set('none')}>
            No threshold
          </Button>
        )}
      </div>
    </section>
  )
}

const Bars = memo(({ scores, threshold }: { scores: readonly number[]; threshold: number | undefined }) => {
  const bins = useMemo(() => binsOf(scores, binCount), [scores])
  const highest = Math.max(1, ...bins)
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {bins.map((count, i) => {
        const low = i / binCount
        const barHeight = count === 0 ? 0 : Math.max(3, (count / highest) * (height - 2))
        return (
          <rect
            key={low}
            className={styles.bar}
            data-low={threshold !== undefined && low + 1 / binCount <= threshold + 1e-9 ? true : undefined}
            x={low * width + 1}
            y={height - barHeight}
            width={width / binCount - 2}
            height={barHeight}
          />
        )
      })}
      <line className={styles.ground} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
    </svg>
  )
})

const keyMoves: Readonly<Record<string, (value: number) => number>> = {
  ArrowRight: (value) => value + 0.01,
  ArrowUp: (value) => value + 0.01,
  ArrowLeft: (value) => value - 0.01,
  ArrowDown: (value) => value - 0.01,
  PageUp: (value) => value + 0.1,
  PageDown: (value) => value - 0.1,
  Home: () => 0,
  End: () => 1,
}

function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100
}

/** "58 % passes 9 of the 10 you like and 1 of the 8 you don't, each held out while the model learned." */
export function describeThreshold({ pass, source, evidence: { good, bad } }: DimensionThreshold): string {
  if (source === 'default') {
    return Math.min(good.total, bad.total) < 3
      ? 'The default threshold. Label a few good and bad pictures to get your own.'
      : 'The default threshold. The model does not tell your good and bad labels apart yet.'
  }
  if (good.total + bad.total === 0) return `${percent(pass)} was chosen for this profile.`
  return `${percent(pass)} passes ${good.passed} of the ${good.total} you like and ${bad.passed} of the ${bad.total} you don't, each held out while the model learned.`
}
