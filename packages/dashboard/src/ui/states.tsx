import { isPalateError } from '@palate/client'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import { describeError, errorDetails, mayHelpToRetry } from './errors/describe-error.ts'
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

/** What went wrong and what to do next. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const isMissing = isPalateError(error) && error.status === 404
  return (
    <div role="alert" className={styles.state}>
      <h2>{isMissing ? 'Not found' : 'That did not work'}</h2>
      <div className={styles.text}>
        <ErrorText error={error} />
      </div>
      {isMissing ? <ButtonLink to="/profiles">Go to profiles</ButtonLink> : null}
      {onRetry && mayHelpToRetry(error) ? <Button onPress={onRetry}>Try again</Button> : null}
    </div>
  )
}

/** An error next to the field or button that caused it. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  if (error == null) return null
  return (
    <div role="alert" className={styles.note}>
      <ErrorText error={error} />
    </div>
  )
}

export function NotFound() {
  return (
    <EmptyState title="Page not found" action={<ButtonLink to="/profiles">Go to profiles</ButtonLink>}>
      The URL may be wrong, or the page no longer exists.
    </EmptyState>
  )
}

/** One sentence, and what the service said for those who want to report it. */
function ErrorText({ error }: { readonly error: unknown }) {
  const details = errorDetails(error)
  return (
    <>
      {describeError(error)}
      {details === undefined ? null : (
        <details className={styles.details}>
          <summary>Details</summary>
          <pre>{details}</pre>
        </details>
      )}
    </>
  )
}
