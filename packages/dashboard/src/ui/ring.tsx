import styles from './ring.module.css'

const radius = 26
const around = 2 * Math.PI * radius

interface Props {
  readonly share: number
  /** In the middle. */
  readonly text: string
  readonly label: string
  readonly size?: number
}

/** A fraction drawn as a ring. Its label says what it means. */
export function Ring({ share, text, label, size = 72 }: Props) {
  const shown = Math.min(1, Math.max(0, share))
  return (
    <svg className={styles.ring} width={size} height={size} viewBox="0 0 64 64" role="img" aria-label={label}>
      <circle className={styles.track} cx="32" cy="32" r={radius} />
      {shown > 0 ? (
        <circle
          className={styles.part}
          cx="32"
          cy="32"
          r={radius}
          strokeDasharray={`${shown * around} ${around}`}
          transform="rotate(-90 32 32)"
        />
      ) : null}
      <text x="32" y="33" className={styles.text}>
        {text}
      </text>
    </svg>
  )
}
