import type { Budget, Profile } from '@palate/client'
import { useMay } from '../../../api/session.ts'
import type { Need } from '../../../api/suggestions.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { Button } from '../../../ui/button.tsx'
import { describeError } from '../../../ui/errors/describe-error.ts'
import { counted } from '../../../ui/format.ts'
import { describeNeed } from '../describe-need.ts'
import { useRaiseBudget } from '../use-raise-budget.ts'
import { type Counter, describeBudget, isNearlyUsedUp, isUsedUp, roundSize } from './progress.ts'
import styles from './teach.module.css'

interface Props {
  readonly profile: Profile
  readonly counter: Counter
  readonly need: Need | undefined
  /** The number of judgements since the page was opened. */
  readonly count: number
}

/** Progress to the next learning summary, how many more judgements would help, and the remaining budget. */
export function TeachProgress({ profile, counter, need, count }: Props) {
  const { state } = useJudgements(profile.id)
  const budget = state.answer ?? profile.profileData.budget
  return (
    <div className={styles.progress}>
      <span className={styles.round}>
        <span className={styles.dots} aria-hidden="true">
          {Array.from({ length: roundSize }, (_, i) => (
            <span key={i} className={styles.dot} data-done={i < count % roundSize || undefined} />
          ))}
        </span>
        {need === undefined ? null : <MoreNeeded need={need} />}
      </span>
      {isNearlyUsedUp(budget, counter) ? <span className={styles.left}>{describeBudget(budget, counter)}</span> : null}
    </div>
  )
}

/** Short, so that the bar fits into one line. */
function MoreNeeded({ need }: { readonly need: Need }) {
  // Not that it knows enough: judgements that contradict each other teach nothing, however many there are.
  if (need.enough) return <strong>More would change little</strong>
  return <span title={describeNeed(need)}>About {need.remaining} more would help</span>
}

/** Judgements that are not saved yet, and a used-up budget. */
export function TeachNotices({ profile, counter }: Pick<Props, 'profile' | 'counter'>) {
  const { state } = useJudgements(profile.id)
  const budget = state.answer ?? profile.profileData.budget
  return (
    <div className={styles.status}>
      <Waiting profile={profile} />
      {isUsedUp(budget, counter) ? <UsedUp profile={profile} counter={counter} budget={budget} /> : null}
    </div>
  )
}

/** Unsent judgements, and those that the service refused. */
function Waiting({ profile }: { readonly profile: Profile }) {
  const { queue, state } = useJudgements(profile.id)
  return (
    <div role="status">
      {state.problem !== undefined ? (
        <p className={styles.notice}>
          {counted(state.waiting.length, 'judgement')} not saved yet. They are sent as soon as the service answers.
        </p>
      ) : null}
      {state.refused ? (
        <div className={styles.notice}>
          <p>The last judgement was not saved. {describeError(state.refused.error)}</p>
          <Button look="quiet" onPress={() => queue.forgetRefusal()}>
            Dismiss
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** Keys with the scope `write` can raise the budget. */
function UsedUp({
  profile,
  counter,
  budget,
}: {
  readonly profile: Profile
  readonly counter: Counter
  readonly budget: Budget
}) {
  const mayWrite = useMay('write')
  const { total, raise } = useRaiseBudget(profile.id, budget, counter)
  return (
    <div className={styles.notice}>
      <p>
        No {counter} are left. {mayWrite ? '' : 'Ask someone whose key may write to raise it.'}
        {raise.isError ? describeError(raise.error) : ''}
      </p>
      {mayWrite ? (
        <Button isPending={raise.isPending} onPress={() => raise.mutate()}>
          Raise it to {String(total)}
        </Button>
      ) : null}
    </div>
  )
}
