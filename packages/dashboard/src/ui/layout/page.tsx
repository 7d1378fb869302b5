import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface PageProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly actions?: ReactNode
  /** Under the title. */
  readonly intro?: ReactNode
  readonly children: ReactNode
}

/** One page: its title, which is also the browser tab's title, and its content. */
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

/** A section of a page with its own heading. */
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
