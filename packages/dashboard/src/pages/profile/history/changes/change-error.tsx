import { ErrorNote } from '../../../../ui/states.tsx'
import styles from '../history.module.css'
import { describeChangeError } from './describe-change-error.ts'

/** Explains why a change was refused. What was typed is kept. */
export function ChangeError({ error }: { readonly error: unknown }) {
  const text = describeChangeError(error)
  if (text === undefined) return <ErrorNote error={error} />
  return (
    <p role="alert" className={styles.race}>
      {text}
    </p>
  )
}
