import type { Constraint, UnderstoodAnswer } from '@palate/client'
import { listed } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { AnswerTools } from '../answers/answer-tools.tsx'
import { textOf } from '../diff/describe-elements.ts'
import styles from './overview.module.css'
import { wishWords } from './tendencies/tendencies.ts'

interface Props {
  readonly profileId: string
  readonly constraints: readonly Constraint[]
  readonly understood: readonly UnderstoodAnswer[]
}

/** The owner's answers and how they were understood. */
export function AnswersCard({ profileId, constraints, understood }: Props) {
  if (constraints.length === 0) return null
  const byId = new Map(understood.map((answer) => [answer.id, answer]))
  return (
    <Card title="What you said">
      <dl className={styles.answers}>
        {constraints.map((constraint) => (
          <div key={constraint.id} className={styles.answer}>
            <dt>{constraint.question ?? constraint.category ?? 'In words'}</dt>
            <dd>
              <strong>{textOf(constraint.answer)}</strong>
              <Understanding answer={byId.get(constraint.id ?? '')} />
              <AnswerTools profileId={profileId} constraint={constraint} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Understanding({ answer }: { readonly answer: UnderstoodAnswer | undefined }) {
  if (!answer) return null
  const words = wishWords(answer.wishes)
  if (words.length > 0) return <span className={styles.soft}> · understood as {listed(words)}</span>
  return <span className={styles.soft}> · kept as text; no attribute matches it</span>
}
