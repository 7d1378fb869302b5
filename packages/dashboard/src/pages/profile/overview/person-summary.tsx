import { usePersonNames } from '../../../api/people.ts'
import { useProfilePeople } from '../../../api/profile-people.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { describeJudgements, describePerson } from '../differ/describe-people.ts'
import type { PersonOption } from '../people-options.ts'
import styles from './overview.module.css'

/** The team, or one person. Not shown where fewer than two have judged. */
export function PersonSwitch({ options }: { readonly options: readonly PersonOption[] }) {
  const [personId, setPersonId] = useSearchParam('person')
  if (options.length === 0) return null
  return (
    <div>
      <SelectField label="Judged by" isInline value={personId} options={options} onChange={setPersonId} />
    </div>
  )
}

/** One person's part in the profile, in place of what the team has taught. */
export function PersonSummary({ profileId, personId }: { readonly profileId: string; readonly personId: string }) {
  const nameOf = usePersonNames()
  const people = useProfilePeople(profileId, 'aesthetics')
  const person = people.data?.people.find(({ id }) => id === personId)
  const name = person?.name ?? nameOf(personId).name
  return (
    <Card
      title={name}
      actions={
        <ButtonLink to={`/profiles/${profileId}/score?person=${encodeURIComponent(personId)}`}>
          Score by this taste
        </ButtonLink>
      }
    >
      {person ? (
        <>
          <p className={styles.soft}>{describeJudgements(person)}.</p>
          <p>{describePerson(person) || 'There is too little to tell how this taste differs from the team’s.'}</p>
        </>
      ) : (
        <p className={styles.soft}>{people.isPending ? 'Comparing judgements…' : 'Has judged nothing here.'}</p>
      )}
    </Card>
  )
}
