import type { Constraint, Profile } from '@palate/client'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { Button } from '../../../../ui/button.tsx'
import { Badge, Card } from '../../../../ui/layout/page.tsx'
import styles from './answer.module.css'

/** The answers so far for the dimension. Uncommitted ones can be removed. */
export function AnswerList({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue, state } = useJudgements(profile.id)
  const { effectiveSnapshot } = profile
  const { workingChanges } = profile.profileData
  const removed = new Set(
    state.waiting.flatMap((judgement) => (judgement.kind === 'remove' ? judgement.elementIds : [])),
  )
  const waiting = state.waiting.flatMap((judgement) =>
    judgement.kind === 'add' ? (judgement.annotations.constraints ?? []) : [],
  )
  const isShown = (constraint: Constraint) =>
    (constraint.dimension ?? 'aesthetics') === dimension &&
    constraint.removed !== true &&
    !removed.has(constraint.id ?? '')
  const uncommitted = distinct([...workingChanges.constraints, ...waiting].filter(isShown)).toReversed()
  const committed = effectiveSnapshot.constraints.filter(
    (constraint) => isShown(constraint) && !workingChanges.constraints.some(({ id }) => id === constraint.id),
  )
  if (uncommitted.length + committed.length === 0) return null
  return (
    <Card title="Answers so far">
      <ul className={styles.said}>
        {uncommitted.map((constraint) => (
          <Said key={constraint.id} constraint={constraint} onRemove={() => queue.takeBack([constraint.id ?? ''])} />
        ))}
        {committed.map((constraint) => (
          <Said key={constraint.id} constraint={constraint} />
        ))}
      </ul>
    </Card>
  )
}

function Said({ constraint, onRemove }: { readonly constraint: Constraint; readonly onRemove?: () => void }) {
  const { question, answer } = constraint
  return (
    <li className={styles.one}>
      <span>
        <span className={styles.saidQuestion}>{question ?? 'Said'}</span> <strong>{String(answer ?? '')}</strong>
      </span>
      {onRemove ? (
        <span className={styles.saidTools}>
          <Badge tone="accent">uncommitted</Badge>
          <Button look="quiet" aria-label={`Remove: ${question ?? ''} ${String(answer ?? '')}`} onPress={onRemove}>
            Remove
          </Button>
        </span>
      ) : null}
    </li>
  )
}

function distinct(constraints: readonly Constraint[]): readonly Constraint[] {
  return [...new Map(constraints.map((constraint) => [constraint.id, constraint])).values()]
}
