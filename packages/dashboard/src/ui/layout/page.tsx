import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  /** Beside the title, at the end of its line. */
  readonly actions?: ReactNode
  /** Under the title. */
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** The frame of one page: its title, also in the browser's tab, and what is on it. */
export function Page({ title, actions, intro, children }: PageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {intro === undefined ? null : <div className={styles.intro}>{intro}</div>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Palate`
  }, [title])
}

/** A part of a page with a heading of its own. */
export function Card({
  title,
  actions,
  children,
}: {
  readonly title?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={styles.card}>
      {title === undefined ? null : (
        <header className={styles.cardHead}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'bad' | 'warn' | 'accent'
  readonly children: ReactNode
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
