import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './tabs.module.css'

/** Links to related pages. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {children}
    </nav>
  )
}

export function Tab({ to, label, isHere }: { readonly to: string; readonly label: string; readonly isHere: boolean }) {
  return (
    <Link href={to} className={styles.tab ?? ''} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  )
}
