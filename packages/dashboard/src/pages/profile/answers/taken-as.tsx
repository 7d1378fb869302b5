import type { Constraint } from '@palate/client'
import { takenAs } from '@palate/core/taste/summary/taken-as.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import styles from './taken-as.module.css'

/** How an answer is understood. Read here as the service reads it, so that it shows before the answer is sent. */
export function TakenAs({ constraint }: { readonly constraint: Constraint }) {
  const [understood] = understoodAnswers(null, [{ ...constraint, id: constraint.id ?? '' }])
  return understood ? <span className={styles.takenAs}>{takenAs(understood)}</span> : null
}
