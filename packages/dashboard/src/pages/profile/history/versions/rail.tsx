import styles from '../history.module.css'
import type { Lane, Row } from './lanes.ts'

const laneWidth = 22
const xOf = (lane: Lane) => laneWidth * lane + laneWidth / 2
/** The SVG stretches to the row's height. The dot is drawn separately, so it keeps its shape. */
const height = 100
const middle = height / 2

/** The graph lines of one row. The row's text carries the same information. */
export function Rail({ row, lanes }: { readonly row: Row; readonly lanes: 1 | 2 }) {
  const other: Lane = row.lane === 0 ? 1 : 0
  const [here, there] = [xOf(row.lane), xOf(other)]
  return (
    <div className={styles.rail} data-lanes={lanes} aria-hidden="true">
      <svg
        aria-hidden="true"
        width={laneWidth * lanes}
        height="100%"
        viewBox={`0 0 ${laneWidth * lanes} ${height}`}
        preserveAspectRatio="none"
      >
        {([0, 1] as const).map((lane) => (
          <g key={lane} className={styles.line} data-lane={lane}>
            {row.above[lane] ? <path d={`M${xOf(lane)} 0V${middle}`} /> : null}
            {row.below[lane] ? <path d={`M${xOf(lane)} ${middle}V${height}`} /> : null}
          </g>
        ))}
        {row.isFork ? (
          <path
            className={styles.line}
            data-lane={other}
            d={`M${there} 0C${there} ${middle} ${here} 0 ${here} ${middle}`}
          />
        ) : null}
        {row.isMerge ? (
          <path
            className={styles.line}
            data-lane={other}
            d={`M${here} ${middle}C${here} ${height} ${there} ${middle} ${there} ${height}`}
          />
        ) : null}
      </svg>
      <span className={styles.dot} data-lane={row.lane} data-merge={row.isMerge} />
    </div>
  )
}
