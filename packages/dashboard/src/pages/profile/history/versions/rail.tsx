import type { ReactNode } from 'react'
import styles from '../history.module.css'
import type { Row } from './lanes.ts'

/** The SVG stretches to the row's height. The dot is drawn separately, so it keeps its shape. */
const height = 100
const middle = height / 2
const dotRadius = 6
/** Lanes have these many colours. */
const colours = 6

/** More lanes are narrower. */
function laneWidth(lanes: number): number {
  return lanes <= 3 ? 22 : 16
}

/** The graph lines of one row. The row's text carries the same information. */
export function Rail({ row, lanes }: { readonly row: Row; readonly lanes: number }) {
  const width = laneWidth(lanes)
  const xOf = (lane: number) => width * (lane + 0.5)
  const here = xOf(row.lane)
  return (
    <Frame lanes={lanes} dot={{ lane: row.lane }}>
      {row.above.map((isAbove, lane) => (
        <g key={lane} className={styles.line} data-lane={lane % colours}>
          {isAbove ? <path d={`M${xOf(lane)} 0V${middle}`} /> : null}
          {row.below[lane] ? <path d={`M${xOf(lane)} ${middle}V${height}`} /> : null}
        </g>
      ))}
      {row.forks.map((lane) => (
        <path
          key={`fork ${lane}`}
          className={styles.line}
          data-lane={lane % colours}
          d={`M${xOf(lane)} 0C${xOf(lane)} ${middle} ${here} 0 ${here} ${middle}`}
        />
      ))}
      {row.merges.map((lane) => (
        <path
          key={`merge ${lane}`}
          className={styles.line}
          data-lane={lane % colours}
          d={`M${here} ${middle}C${here} ${height} ${xOf(lane)} ${middle} ${xOf(lane)} ${height}`}
        />
      ))}
    </Frame>
  )
}

/** The lines that lead to a row from above, next to a heading. */
export function PassingRail({ row, lanes }: { readonly row: Row; readonly lanes: number }) {
  const x = (lane: number) => laneWidth(lanes) * (lane + 0.5)
  return (
    <Frame lanes={lanes}>
      {row.above.map((isAbove, lane) =>
        isAbove || row.forks.includes(lane) ? (
          <path key={lane} className={styles.line} data-lane={lane % colours} d={`M${x(lane)} 0V${height}`} />
        ) : null,
      )}
    </Frame>
  )
}

/** A row that is not a version yet. */
export function OpenRail({ lanes }: { readonly lanes: number }) {
  return <Frame lanes={lanes} dot={{ lane: 0, isOpen: true }} />
}

interface FrameProps {
  readonly lanes: number
  readonly dot?: { readonly lane: number; readonly isOpen?: boolean }
  readonly children?: ReactNode
}

function Frame({ lanes, dot, children }: FrameProps) {
  const width = laneWidth(lanes) * lanes
  return (
    <div className={styles.rail} style={{ width }} aria-hidden="true">
      <svg aria-hidden="true" width={width} height="100%" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {children}
      </svg>
      {dot ? (
        <span
          className={styles.dot}
          data-lane={dot.lane % colours}
          data-open={dot.isOpen}
          style={{ insetInlineStart: laneWidth(lanes) * (dot.lane + 0.5) - dotRadius }}
        />
      ) : null}
    </div>
  )
}
