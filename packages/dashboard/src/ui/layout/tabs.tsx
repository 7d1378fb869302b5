import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './tabs.module.css'

/** Links to related pages. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav ref={showCurrent} aria-label={label} className={styles.tabs}>
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

/** In a narrow window, a link to a late tab opens with the tab in view. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>('[aria-current]')
  if (tabs && current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.clientWidth) / 2
}
