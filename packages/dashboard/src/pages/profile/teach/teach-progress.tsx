import type { Budget, Profile } from '@palate/client'
import { useMutation } from '@tanstack/react-query'
import type { Need } from '../../../api/need.ts'
import { palate } from '../../../api/palate.ts'
import { profileKey } from '../../../api/profile.ts'
import { queries } from '../../../api/queries.ts'
import { useMay } from '../../../api/session.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { describeError } from '../../../ui/states.tsx'
import { describeNeed } from '../describe-need.ts'
import { type Counter, describeBudget, isUsedUp, roundSize } from './progress.ts'
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
    <div className={styles.status}>
      <div className={styles.progress}>
        <span className={styles.round}>
          <span className={styles.dots} aria-hidden="true">
            {Array.from({ length: roundSize }, (_, i) => (
              <span key={i} className={styles.dot} data-done={i < count % roundSize || undefined} />
            ))}
          </span>
          {need === undefined ? null : need.enough ? <strong>{describeNeed(need)}</strong> : describeNeed(need)}
        </span>
        <span>{describeBudget(budget, counter)}</span>
      </div>
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

const raiseBy = { comparisons: 100, labels: 50, questions: 20 } as const

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
  const { queue } = useJudgements(profile.id)
  const total = budget[counter].total + raiseBy[counter]
  const raise = useMutation({
    mutationFn: () => palate.profiles.update(profile.id, { profileData: { budget: { [counter]: { total } } } }),
    onSuccess: () => {
      queue.forgetAnswer()
      return queries.invalidateQueries({ queryKey: profileKey(profile.id) })
    },
  })
  return (
    <div className={styles.notice}>
      <p>
        The budget of {counter} is used up. {mayWrite ? '' : 'Ask someone whose key has the write scope to raise it.'}
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
