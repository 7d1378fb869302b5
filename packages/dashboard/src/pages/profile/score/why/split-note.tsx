import { type Split, splitIn } from '@palate/core/report/split.ts'
import { nameless } from '../../../../api/people.ts'
import { percent } from '../../../../ui/format.ts'
import { Initials } from '../../../../ui/people/initials.tsx'
import styles from './why.module.css'

interface Props {
  /** A scored frame with its explanation. */
  readonly frame: Readonly<Record<string, unknown>>
  readonly dimension: string
}

/** What each person would say about a picture, and in words whether that splits the team. */
export function SplitNote({ frame, dimension }: Props) {
  const people = peopleIn(frame, dimension)
  if (people.length < 2) return null
  const split = splitIn(frame, dimension)
  return (
    <div>
      <h3 className={styles.soft}>What each would say</h3>
      {split ? (
        <p>
          <strong>{describeSplit(split)}</strong> Ask them.
        </p>
      ) : null}
      <ul className={styles.people}>
        {people.map(({ id, name, score }) => (
          <li key={id} className={styles.person}>
            <Initials id={id} name={name} isNamed size="small" />
            <span className={styles.personName}>{name}</span>
            <span>{percent(score)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function describeSplit({ highest, lowest }: Split): string {
  return `The team is split: ${percent(highest.score)} for ${highest.name}, ${percent(lowest.score)} for ${lowest.name}.`
}

interface PersonScore {
  readonly id: string
  readonly name: string
  readonly score: number
}

function peopleIn({ people }: Props['frame'], dimension: string): readonly PersonScore[] {
  if (!Array.isArray(people)) return []
  return people
    .flatMap(({ id, name, [dimension]: score }: Readonly<Record<string, unknown>>) =>
      typeof score === 'number' ? [{ id: String(id), name: typeof name === 'string' ? name : nameless, score }] : [],
    )
    .toSorted((a, b) => b.score - a.score)
}
