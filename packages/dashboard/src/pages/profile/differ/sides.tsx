import { usePersonNames } from '../../../api/people.ts'
import { percent } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Initials } from '../../../ui/people/initials.tsx'
import styles from './differ.module.css'

export interface Side {
  readonly by: string
  readonly isGood: boolean
  /** What the person would probably say, instead of what they said. */
  readonly score?: number
}

/** Who says good and who does not, as initials on either side. */
export function Sides({ sides }: { readonly sides: readonly Side[] }) {
  const [good, bad] = [sides.filter(({ isGood }) => isGood), sides.filter(({ isGood }) => !isGood)]
  return (
    <div className={styles.sides}>
      <OneSide tone="good" sides={good} />
      <OneSide tone="bad" sides={bad} />
    </div>
  )
}

const words = { good: 'Good', bad: 'Not good' } as const

function OneSide({ tone, sides }: { readonly tone: 'good' | 'bad'; readonly sides: readonly Side[] }) {
  const nameOf = usePersonNames()
  return (
    <div className={styles.side} data-tone={tone}>
      <span className={styles.sideWord}>
        <Icon name={tone} size={16} />
        {words[tone]}
      </span>
      <ul className={styles.voters} aria-label={words[tone]}>
        {sides.map(({ by, score }) => (
          <li key={by} className={styles.voter}>
            <Initials {...nameOf(by)} size="small" />
            {score === undefined ? null : <span className={styles.voterScore}>{percent(score)}</span>}
          </li>
        ))}
        {sides.length === 0 ? <li className={styles.soft}>nobody</li> : null}
      </ul>
    </div>
  )
}
