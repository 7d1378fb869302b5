import type { Profile } from '@palate/client'
import { Link } from 'wouter'
import { Button } from '../../../ui/button.tsx'
import { historyLinks } from '../history/history-links.ts'
import { messageOf } from '../history/versions/version-row.tsx'
import styles from './score.module.css'
import { personIn, type StateName, stateLabel } from './score-states.ts'
import { useStateOptions } from './score-toolbar.tsx'
import { type ScoredAt, scoredNow } from './scored-version.ts'

interface Props {
  readonly profile: Profile
  readonly state: StateName
  /** Undefined without results. */
  readonly at: ScoredAt | undefined
  /** Whether what was scored, or what is shown beside it, has moved on. */
  readonly isOutdated: boolean
  readonly isScoring: boolean
  readonly onUpdate: () => void
}

/** Which version the scores are of. Once there is a newer one the page says so, and offers it. */
export function ResultVersion({ profile, state, at, isOutdated, isScoring, onUpdate }: Props) {
  const options = useStateOptions(profile)
  if (at === undefined) return null
  const now = scoredNow(profile, state)
  if (now === undefined) return <p className={styles.version}>Scores of {stateLabel(state, options)}</p>
  const { person } = personIn(state)
  const of = (
    <>
      <Version profile={profile} at={at} />
      {person === undefined ? null : `, ${stateLabel(`person:${person}:now`, options)}`}
    </>
  )
  if (!isOutdated) return <p className={styles.version}>Scores of {of}</p>
  return (
    <div className={styles.outdated} role="status">
      <p>
        These scores are from {of}. {whatChanged(profile, at, now)}
      </p>
      <Button look="primary" isPending={isScoring} onPress={onUpdate}>
        Update
      </Button>
    </div>
  )
}

function Version({ profile, at }: { readonly profile: Profile; readonly at: ScoredAt }) {
  const version = profile.profileData.versions.find(({ id }) => id === at.versionId)
  const unsaved = at.unsaved === undefined ? null : ' with changes that were not saved'
  if (!version)
    return (
      <>
        {at.versionId === null ? 'before the first version' : 'a version that is gone'}
        {unsaved}
      </>
    )
  return (
    <>
      <Link href={historyLinks(profile.id).version(version.id)}>{messageOf(version)}</Link>
      {unsaved}
    </>
  )
}

function whatChanged({ profileData }: Profile, at: ScoredAt, now: ScoredAt): string {
  const head = profileData.versions.find(({ id }) => id === now.versionId)
  if (at.versionId !== now.versionId) return head ? `The newest is “${messageOf(head)}”.` : ''
  return at.unsaved === now.unsaved ? 'What they are compared with has changed.' : 'The changes to save are others now.'
}
