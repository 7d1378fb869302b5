import type { ReactNode } from 'react'
import styles from './rank-badge.module.css'

interface Props {
  /** Set if the surrounding text states the rank. */
  readonly isHidden?: boolean
  readonly children: ReactNode
}

/** The rank of a picture, in its corner. */
export function RankBadge({ isHidden, children }: Props) {
  return (
    <span className={styles.badge} aria-hidden={isHidden}>
      {children}
    </span>
  )
}
