import { isPalateError } from '@palate/client'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import styles from './states.module.css'

/** Shown after a moment, so that a quick answer does not flash. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.spinner} aria-hidden="true" />
      {label}…
    </div>
  )
}

/** A list that has nothing yet: says what would be here, and how to begin. */
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

/** What went wrong, what to do next, and the number that names the request in the service's log. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className={styles.state}>
      <h2>{isPalateError(error) && error.status === 404 ? 'There is nothing at this address' : 'That did not work'}</h2>
      <p className={styles.text}>{describeError(error)}</p>
      {onRetry ? <Button onPress={onRetry}>Try again</Button> : null}
    </div>
  )
}

/** An error beside the field or button that caused it. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  if (error == null) return null
  return (
    <p role="alert" className={styles.note}>
      {describeError(error)}
    </p>
  )
}

export function describeError(error: unknown): string {
  if (!isPalateError(error)) return 'The dashboard made a mistake. Reload the page; if it stays, please report it.'
  if (error.code === 'connection_failed' || error.code === 'timeout')
    return 'The service does not answer. Is it running?'
  const details = error.errors.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)
  const text = [error.message, ...details].filter((part) => part !== '').join(' ')
  return error.requestId === undefined ? text : `${text} (request ${error.requestId})`
}

export function NotFound() {
  return (
    <EmptyState title="There is no such page" action={<ButtonLink to="/profiles">To the profiles</ButtonLink>}>
      The address may be mistyped, or what it named is gone.
    </EmptyState>
  )
}
