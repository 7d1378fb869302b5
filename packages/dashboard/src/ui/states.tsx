import { isPalateError } from '@palate/client'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import styles from './states.module.css'

/** Shown after a short delay, so that fast responses do not flash. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.spinner} aria-hidden="true" />
      {label}…
    </div>
  )
}

/** An empty list: says what it would contain and how to start. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}

/** What went wrong, what to do next, and the request id that the service's log has. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className={styles.state}>
      <h2>{isPalateError(error) && error.status === 404 ? 'Not found' : 'The request failed'}</h2>
      <p className={styles.text}>{describeError(error)}</p>
      {onRetry ? <Button onPress={onRetry}>Try again</Button> : null}
    </div>
  )
}

/** An error next to the field or button that caused it. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  if (error == null) return null
  return (
    <p role="alert" className={styles.note}>
      {describeError(error)}
    </p>
  )
}

export function describeError(error: unknown): string {
  if (!isPalateError(error)) return 'Something went wrong. Reload the page; if it happens again, please report it.'
  if (error.code === 'connection_failed' || error.code === 'timeout')
    return 'The service does not answer. Is it running?'
  const details = error.errors.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)
  const text = [error.message, ...details].filter((part) => part !== '').join(' ')
  return error.requestId === undefined ? text : `${text} (request ${error.requestId})`
}

export function NotFound() {
  return (
    <EmptyState title="Page not found" action={<ButtonLink to="/profiles">Go to profiles</ButtonLink>}>
      The URL may be wrong, or the page no longer exists.
    </EmptyState>
  )
}
