import type { Constraint } from '@palate/client'
import { Card } from '../../../ui/layout/page.tsx'
import { AnswerTools } from '../answers/answer-tools.tsx'
import { TakenAs } from '../answers/taken-as.tsx'
import { textOf } from '../diff/describe-elements.ts'
import styles from './overview.module.css'

interface Props {
  readonly profileId: string
  readonly constraints: readonly Constraint[]
}

/** The owner's answers and how they were understood. */
export function AnswersCard({ profileId, constraints }: Props) {
  if (constraints.length === 0) return null
  return (
    <Card title="What you said">
      <dl className={styles.answers}>
        {constraints.map((constraint) => (
          <div key={constraint.id} className={styles.answer}>
            <dt>{constraint.question ?? constraint.category ?? 'In words'}</dt>
            <dd>
              <strong>{textOf(constraint.answer)}</strong>
              <TakenAs constraint={constraint} />
              <AnswerTools profileId={profileId} constraint={constraint} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
