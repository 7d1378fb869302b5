import { scaleBand, scaleLinear } from 'd3-scale'
import styles from './day-bars.module.css'

interface Props {
  readonly days: ReadonlyArray<{ readonly date: string; readonly requests: number }>
  readonly label: string
  readonly width?: number
  readonly height?: number
}

/** A bar for each day, the latest on the right. A day without requests is drawn as a line. */
export function DayBars({ days, label, width = 150, height = 32 }: Props) {
  const x = scaleBand(
    days.map(({ date }) => date),
    [0, width],
  ).paddingInner(0.25)
  const y = scaleLinear([0, Math.max(1, ...days.map(({ requests }) => requests))], [1.5, height])
  return (
    <svg
      className={styles.bars}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {days.map(({ date, requests }) => (
        <rect
          key={date}
          className={requests > 0 ? styles.some : styles.none}
          x={x(date) ?? 0}
          width={x.bandwidth()}
          y={height - y(requests)}
          height={y(requests)}
          rx={Math.min(1.5, x.bandwidth() / 2)}
        >
          <title>{`${date}: ${requests}`}</title>
        </rect>
      ))}
    </svg>
  )
}
