import type { Budget } from '@palate/client'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/page.tsx'
import { ErrorNote } from '../../../ui/states.tsx'
import { useRaiseBudget } from '../use-raise-budget.ts'
import styles from './budget-card.module.css'

const counters = [
  ['labels', 'Labels'],
  ['comparisons', 'Comparisons'],
  ['questions', 'Answers'],
] as const

interface Props {
  readonly profileId: string
  readonly budget: Budget
}

/** How many judgements were made, of how many. */
export function BudgetCard({ profileId, budget }: Props) {
  return (
    <Card title="Judgements left">
      <p>How many judgements people may make before somebody raises the number. It says nothing about how many help.</p>
      <ul className={styles.counters}>
        {counters.map(([counter, label]) => (
          <CounterRow key={counter} profileId={profileId} budget={budget} counter={counter} label={label} />
        ))}
      </ul>
    </Card>
  )
}

function CounterRow({
  profileId,
  budget,
  counter,
  label,
}: Props & { readonly counter: keyof Budget; readonly label: string }) {
  const mayWrite = useMay('write')
  const { total: raised, raise } = useRaiseBudget(profileId, budget, counter)
  const { used, total } = budget[counter]
  const isUsedUp = used >= total
  return (
    <li>
      <div className={styles.line}>
        <strong>{label}</strong>
        <span>{`${used} of ${total}${isUsedUp ? ', used up' : ''}`}</span>
      </div>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.part} style={{ width: `${total === 0 ? 100 : Math.min(100, (100 * used) / total)}%` }} />
      </div>
      {isUsedUp && mayWrite ? (
        <Button
          isPending={raise.isPending}
          onPress={() => raise.mutate()}
        >{`Raise ${label.toLowerCase()} to ${raised}`}</Button>
      ) : null}
      <ErrorNote error={raise.error} />
    </li>
  )
}
