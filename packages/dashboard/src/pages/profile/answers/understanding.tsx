import type { Constraint } from '@palate/client'
import { describeUnderstanding } from '@palate/core/taste/summary/describe-understanding.ts'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import styles from './understanding.module.css'

/** How an answer is understood. Read here as the service reads it, so that it shows before the answer is sent. */
export function Understanding({ constraint }: { readonly constraint: Constraint }) {
  const [understood] = understoodAnswers(null, [{ ...constraint, id: constraint.id ?? '' }])
  return understood ? <span className={styles.understanding}>{describeUnderstanding(understood)}</span> : null
}
