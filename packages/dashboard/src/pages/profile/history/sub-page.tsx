import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import styles from './history.module.css'

interface Props {
  readonly title: string
  readonly profileName: string
  /** The parent page. */
  readonly back: { readonly to: string; readonly label: string }
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page below the history, with a link back. */
export function SubPage({ title, profileName, back, intro, actions, children }: Props) {
  usePageTitle(`${title} · ${profileName}`)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <Link href={back.to} className={styles.back}>
            ← {back.label}
          </Link>
          <h2 className={styles.title}>{title}</h2>
          {intro === undefined ? null : <div className={styles.soft}>{intro}</div>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
