import { scaleLinear } from 'd3-scale'
import { listed, percent } from '../../../../ui/format.ts'
import styles from '../overview.module.css'

interface Point {
  readonly judgements: number
  readonly correct: number
}

const width = 280
const height = 84
const margin = { top: 8, right: 44, bottom: 20, left: 4 }

/** Accuracy by number of judgements. The curve flattens when more judgements help little. */
export function LearningCurve({ points }: { readonly points: readonly Point[] }) {
  const last = points.at(-1)
  if (!last) return null
  const x = scaleLinear([0, last.judgements], [margin.left, width - margin.right])
  const y = scaleLinear(
    [Math.min(0.4, ...points.map(({ correct }) => correct)), 1],
    [height - margin.bottom, margin.top],
  )
  const line = points.map(({ judgements, correct }) => `${x(judgements)},${y(correct)}`).join(' ')
  const words = points.map(({ judgements, correct }) => `${percent(correct)} with ${judgements}`)
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Guessed right by number of judgements: ${listed(words)}`}
    >
      <line className={styles.chance} x1={margin.left} x2={width - margin.right} y1={y(0.5)} y2={y(0.5)} />
      <text className={styles.axis} x={width - margin.right + 4} y={y(0.5)} dominantBaseline="middle">
        chance
      </text>
      <polyline className={styles.curveLine} points={line} />
      {points.map(({ judgements, correct }) => (
        <circle key={judgements} className={styles.curvePoint} cx={x(judgements)} cy={y(correct)} r={3.5} />
      ))}
      <text className={styles.axis} x={x(last.judgements)} y={height - 4} textAnchor="end">
        {last.judgements} judgements
      </text>
    </svg>
  )
}
