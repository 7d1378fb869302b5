import type { ReactNode } from 'react'
import styles from './place.module.css'

interface Props {
  /** Where the text around says it already. */
  readonly isHidden?: boolean
  readonly children: ReactNode
}

/** The place of a picture in a ranking, in the picture's corner. */
export function Place({ isHidden, children }: Props) {
  return (
    <span className={styles.place} aria-hidden={isHidden}>
      {children}
    </span>
  )
}
