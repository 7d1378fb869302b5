import styles from '../states.module.css'
import { describeError, errorDetails } from './describe-error.ts'

/** One sentence, and what the service said for those who want to report it. */
export function ErrorText({ error }: { readonly error: unknown }) {
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
