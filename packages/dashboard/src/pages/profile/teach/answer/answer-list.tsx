import type { Constraint, Profile } from '@palate/client'
import { isBy } from '../../../../api/own-judgements.ts'
import { usePerson } from '../../../../api/session.ts'
import type { Addition, Judgement } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { Badge, Card } from '../../../../ui/layout/page.tsx'
import { AnswerTools } from '../../answers/answer-tools.tsx'
import { Understanding } from '../../answers/understanding.tsx'
import { textOf } from '../../diff/describe-elements.ts'
import { elementsNow } from '../../uncommitted.ts'
import styles from './answer.module.css'

/** The person's answers so far for the dimension, newest first. Each can be changed or removed. */
export function AnswerList({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { state } = useJudgements(profile.id)
  const person = usePerson()
  const removed = waitingRemovals(state.waiting)
  const isOfDimension = (constraint: Constraint) => (constraint.dimension ?? 'aesthetics') === dimension
  const waiting = waitingAnswers(state.waiting).filter(({ constraint }) => isOfDimension(constraint))
  const uncommitted = new Set(profile.profileData.workingChanges.constraints.map(({ id }) => id))
  const stored = elementsNow(profile, 'constraints').filter(
    (constraint) =>
      isOfDimension(constraint) &&
      isBy(constraint, person?.id) &&
      !removed.has(constraint.id ?? '') &&
      !waiting.some((one) => isSameQuestion(one.constraint, constraint)),
  )
  if (waiting.length + stored.length === 0) return null
  return (
    <Card title="Answers so far">
      <ul className={styles.said}>
        {waiting.toReversed().map(({ addition, constraint }) => (
          <Said key={addition.key} constraint={constraint} isUncommitted />
        ))}
        {stored.toReversed().map((constraint) => (
          <Said key={constraint.id} constraint={constraint} isUncommitted={uncommitted.has(constraint.id)}>
            <AnswerTools profileId={profile.id} constraint={constraint} />
          </Said>
        ))}
      </ul>
    </Card>
  )
}

interface SaidProps {
  readonly constraint: Constraint
  readonly isUncommitted: boolean
  readonly children?: React.ReactNode
}

function Said({ constraint, isUncommitted, children }: SaidProps) {
  const { question, answer } = constraint
  return (
    <li className={styles.one}>
      <span>
        <span className={styles.saidQuestion}>{question ?? 'In your own words'}</span> <strong>{textOf(answer)}</strong>
        <Understanding constraint={constraint} />
      </span>
      <span className={styles.saidTools}>
        {isUncommitted ? <Badge tone="accent">not saved</Badge> : null}
        {children}
      </span>
    </li>
  )
}

/** The later answer replaces the earlier one. */
function isSameQuestion(one: Constraint, other: Constraint): boolean {
  return one.questionId != null ? one.questionId === other.questionId : one.id != null && one.id === other.id
}

/** An answer that the service does not have yet. */
interface WaitingAnswer {
  readonly addition: Addition
  readonly constraint: Constraint
}

function waitingAnswers(waiting: readonly Judgement[]): readonly WaitingAnswer[] {
  return additionsIn(waiting).flatMap((addition) =>
    (addition.annotations.constraints ?? []).map((constraint) => ({ addition, constraint })),
  )
}

/** Elements whose removal is not sent yet. */
function waitingRemovals(waiting: readonly Judgement[]): ReadonlySet<string> {
  return new Set(waiting.flatMap((judgement) => (judgement.kind === 'remove' ? judgement.elementIds : [])))
}

/** Without those that are undone. */
function additionsIn(waiting: readonly Judgement[]): readonly Addition[] {
  const undone = new Set(waiting.flatMap((judgement) => (judgement.kind === 'undo' ? [judgement.addition.key] : [])))
  return waiting.filter((judgement) => judgement.kind === 'add').filter(({ key }) => !undone.has(key))
}
