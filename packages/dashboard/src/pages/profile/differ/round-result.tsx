import type { Profile } from '@palate/client'
import { usePersonNames } from '../../../api/people.ts'
import { useProfilePeople } from '../../../api/profile-people.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { usePerson } from '../../../api/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { listed } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout/page.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import type { LabelItem } from '../teach/label/label-deck.ts'
import { TeachNotices } from '../teach/teach-progress.tsx'
import { CopyAddress } from './copy-address.tsx'
import styles from './differ.module.css'
import { useRoundResult } from './differ-data.ts'
import { resultOf, roundSummary } from './result.ts'
import { SplitPicture } from './split-picture.tsx'

interface Props {
  readonly profile: Profile
  readonly dimension: string
  readonly items: readonly LabelItem[]
  /** In the order of the items; undefined until the service has read the picture. */
  readonly hashes: readonly (string | undefined)[]
  /** Judgements are on their way. */
  readonly isSending: boolean
  /** The service did not store one of them, such as when no labels were left. */
  readonly isRefused: boolean
}

/** What everybody said, side by side, most divisive first. It changes as others finish. */
export function RoundResult({ profile, dimension, items, hashes, isSending, isRefused }: Props) {
  const person = usePerson()
  const nameOf = usePersonNames()
  const people = useProfilePeople(profile.id, dimension)
  const { shown } = useShownFrames(profile.projectId)
  const known = hashes.flatMap((hash) => (hash === undefined ? [] : [hash]))
  const result = useRoundResult(profile.id, dimension, isSending ? [] : known)
  if (result.isLoadingError) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  const isComplete = known.length === items.length || isRefused
  if (isRefused && known.length === 0) return <TeachNotices profile={profile} counter="labels" />
  if (isSending || !isComplete || result.data === undefined) return <Loading label="Waiting for the result" />
  const pictures = resultOf(items, hashes, result.data.judged)
  const everybody = people.data?.people.map(({ id }) => id) ?? []
  const missing = everybody.filter((id) => !pictures.every(({ votes }) => votes.some(({ by }) => by === id)))
  return (
    <div className={styles.differ}>
      {isRefused ? <TeachNotices profile={profile} counter="labels" /> : null}
      <div className={styles.copy}>
        <span>
          <strong>{roundSummary(pictures, person?.id)}</strong>
          {missing.length === 0 ? '' : ` Not finished yet: ${listed(missing.map((id) => nameOf(id).name))}.`}
        </span>
        <CopyAddress />
        <ButtonLink to={`/profiles/${profile.id}/differ`}>Where we differ</ButtonLink>
      </div>
      <Card title="The result">
        <ul className={styles.wall} aria-label="Pictures of the round">
          {pictures.map(({ item, votes }) => (
            <SplitPicture
              key={item.frame.id}
              src={shown(item.frame).small}
              name={item.name}
              sides={votes.map(({ by, label }) => ({ by, isGood: label === 'good' }))}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}
