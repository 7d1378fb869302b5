import { ErrorNote } from '../../../ui/states.tsx'
import { describeChangeError } from './change-errors.ts'
import styles from './history.module.css'

/** Why a change was not made, in plain words. Nothing that was typed is gone. */
export function ChangeError({ error }: { readonly error: unknown }) {
  const text = describeChangeError(error)
  if (text === undefined) return <ErrorNote error={error} />
  return (
    <p role="alert" className={styles.race}>
      {text}
    </p>
  )
}
