import type { PersonPair, PersonTaste, ProfilePeople } from '@palate/client'
import { type NamedPerson, usePersonNames } from '../../../api/people.ts'
import { listed, percent } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { Initials } from '../../../ui/people/initials.tsx'
import { describeJudgements, describePerson } from './describe-people.ts'
import styles from './differ.module.css'

/** How much each person has judged, and how far they agree with the others and with themselves. */
export function PeopleCard({ people }: { readonly people: readonly PersonTaste[] }) {
  const nameOf = usePersonNames()
  return (
    <Card title="People">
      <ul className={styles.rows}>
        {people.map((person) => {
          const { id, name } = { ...nameOf(person.id), ...(person.name !== null && { name: person.name }) }
          return (
            <li key={id} className={styles.row}>
              <Initials id={id} name={name} isNamed />
              <div>
                <strong>{name}</strong>
                <p className={styles.soft}>{describeJudgements(person)}.</p>
                <p>{describePerson(person)}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** For each two people, the share they agree on, and the attributes on which they part. */
export function PairsCard({ people: { people, pairs } }: { readonly people: ProfilePeople }) {
  const nameOf = usePersonNames()
  if (pairs.length === 0) return null
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const named = (id: string): NamedPerson => ({
    ...nameOf(id),
    ...(names.get(id) && { name: names.get(id) as string }),
  })
  return (
    <Card title="Two by two">
      <ul className={styles.rows}>
        {pairs.map((pair) => {
          const [a, b] = [named(pair.a), named(pair.b)]
          return (
            <li key={`${pair.a} ${pair.b}`} className={styles.row}>
              <span className={styles.both}>
                <Initials {...a} isNamed />
                <Initials {...b} isNamed />
              </span>
              <div className={styles.pair}>
                <strong>
                  {a.name} and {b.name}
                </strong>
                <Agreement pair={pair} />
                {pair.differs.length === 0 ? null : (
                  <p>
                    {a.name} likes it {listed(pair.differs)} than {b.name}.
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Agreement({ pair: { agreement, shared } }: { readonly pair: PersonPair }) {
  if (agreement === null) {
    return (
      <p className={styles.soft}>
        {shared === 0 ? 'Nothing was judged by both yet.' : `Too little to tell: ${shared} judged by both.`}
      </p>
    )
  }
  return (
    <>
      <p className={styles.soft}>
        Agree on {percent(agreement)} of {shared} judged by both.
      </p>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ inlineSize: percent(agreement).replace(' ', '') }} />
      </span>
    </>
  )
}
