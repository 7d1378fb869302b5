import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { binsOf } from '../scores.ts'
import styles from './histogram.module.css'

interface Props {
  readonly scores: readonly number[]
  readonly dimension: string
  readonly threshold: number | undefined
  readonly onThreshold: (threshold: number | undefined) => void
}

const binCount = 25
const width = 1000
const height = 120
/** Initial position of the threshold. */
const usualThreshold = 0.5

/** A histogram of the scores, with a threshold that can be dragged or moved with the arrow keys. */
export function Histogram({ scores, dimension, threshold, onThreshold }: Props) {
  const chart = useRef<SVGSVGElement>(null)
  const bins = binsOf(scores, binCount)
  const highest = Math.max(1, ...bins)
  const value = threshold ?? usualThreshold
  const above = scores.filter((score) => score >= value).length
  const text = `${above} of ${scores.length} at ${value.toFixed(2)} or above`

  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, width: shownWidth } = event.currentTarget.getBoundingClientRect()
    onThreshold(rounded((event.clientX - left) / shownWidth))
  }
  const press = (event: KeyboardEvent) => {
    const to = keyMoves[event.key]?.(value)
    if (to === undefined) return
    event.preventDefault()
    onThreshold(rounded(to))
  }
  return (
    <section className={styles.histogram} aria-label={`Distribution of ${dimension}`}>
      <header className={styles.head}>
        <p>
          <strong className={styles.count}>{text}</strong>
        </p>
        {threshold === undefined ? null : (
          <Button look="quiet" onPress={() => onThreshold(undefined)}>
            No threshold
          </Button>
        )}
      </header>
      <svg
        ref={chart}
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerDown={drag}
        onPointerMove={drag}
      >
        {bins.map((count, i) => {
          const low = i / binCount
          const barHeight = count === 0 ? 0 : Math.max(4, (count / highest) * (height - 8))
          return (
            <rect
              key={low}
              className={styles.bar}
              data-low={threshold !== undefined && low + 1 / binCount <= threshold + 1e-9 ? true : undefined}
              x={low * width + 2}
              y={height - barHeight}
              width={width / binCount - 4}
              height={barHeight}
            />
          )
        })}
        <line className={styles.ground} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      </svg>
      <div className={styles.rail}>
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
          aria-valuetext={text}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={(event) => {
            const box = chart.current?.getBoundingClientRect()
            if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
            onThreshold(rounded((event.clientX - box.left) / box.width))
          }}
        />
      </div>
      <div className={styles.scale} aria-hidden="true">
        <span>0</span>
        <span>0.5</span>
        <span>1</span>
      </div>
    </section>
  )
}

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
