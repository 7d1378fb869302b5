import type { Budget } from '@palate/client'
import { counted } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { Ring } from '../../../ui/ring.tsx'
import styles from './overview.module.css'

const counters = [
  ['labels', 'Labels'],
  ['comparisons', 'Comparisons'],
  ['questions', 'Questions'],
] as const

/** How much of the budget is used. */
export function BudgetCard({ budget }: { readonly budget: Budget }) {
  return (
    <Card title="Budget">
      <ul className={styles.rings}>
        {counters.map(([counter, label]) => {
          const { used, total } = budget[counter]
          return (
            <li key={counter} className={styles.ring}>
              <Ring
                share={total === 0 ? 1 : used / total}
                text={String(used)}
                label={`${label}: ${used} of ${total} used`}
              />
              <strong>{label}</strong>
              <span className={styles.soft}>{used >= total ? 'used up' : counted(total - used, 'left', 'left')}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
