import type { Profile, ShareAnswer, SharedPicture, ShareWithAnswers } from '@palate/client'
import { countOutcomes, outcomeOf, type Vote, votesOn } from '@palate/core/shares/answers.ts'
import { Link } from 'wouter'
import { counted, percent } from '../../../ui/format.ts'
import { Badge, usePageTitle } from '../../../ui/layout/page.tsx'
import { Initials } from '../../../ui/people/initials.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import styles from './shares.module.css'
import { useNews, useShare } from './shares-data.ts'
import { TeachAnswers } from './teach-answers.tsx'

const decided = {
  approve: { tone: 'good', word: 'Approved' },
  reject: { tone: 'bad', word: 'Rejected' },
  split: { tone: 'plain', word: 'Split' },
} as const

const marks = { approve: '✓', reject: '✗' } as const

/** What was shared, with the visitors' answers next to each picture. */
export function ShareDetails({ profile, shareId }: { readonly profile: Profile; readonly shareId: string }) {
  const share = useShare(profile.id, shareId)
  usePageTitle(`${share.data?.title ?? 'Review'} · ${profile.name}`)
  if (share.isPending) return <Loading label="Loading the answers" />
  if (share.data === undefined) return <ErrorState error={share.error} onRetry={() => void share.refetch()} />
  return <Answers profile={profile} share={share.data} />
}

function Answers({ profile, share }: { readonly profile: Profile; readonly share: ShareWithAnswers }) {
  const { title, kind, status, createdAt, expiresAt, profileId, pictures, answers, reviewers } = share
  const isNew = useNews(share)
  const votes = votesOn(answers)
  const { approved, rejected, split, open } = countOutcomes(pictures.length, votes)
  const about = (number: number | null) => answers.filter(({ picture }) => picture === number)
  const newCount = answers.filter(isNew).length
  return (
    <div className={styles.share}>
      <p>
        <Link href={`/profiles/${profileId}/shares`}>All reviews</Link>
      </p>
      <header className={styles.head}>
        <h2 className="two-lines" title={title}>
          {title}
        </h2>
        <Badge tone={status === 'active' ? 'accent' : 'plain'}>{status}</Badge>
        {kind !== 'overview' ? <Badge tone="good">{approved} approved</Badge> : null}
        {kind !== 'overview' ? <Badge tone="bad">{rejected} rejected</Badge> : null}
        {split === 0 ? null : <Badge>{split} split</Badge>}
        {kind !== 'overview' ? <Badge>{open} open</Badge> : null}
        {newCount === 0 ? null : <Badge tone="accent">{counted(newCount, 'new answer')} since your last visit</Badge>}
        <span className={styles.soft}>
          Shared <TimeAgo at={createdAt} />, {status === 'active' ? 'ends' : 'ended'} <TimeAgo at={expiresAt} />
        </span>
      </header>
      {kind === 'overview' ? <p className={styles.soft}>Visitors of an overview cannot answer.</p> : null}
      {reviewers.length === 0 ? null : (
        <ul className={styles.reviewers} aria-label="Reviewers">
          {reviewers.map(({ id, name = 'A visitor', completedAt }) => (
            <li key={id}>
              <Initials id={id} name={name} isNamed size="small" /> {name}
              {completedAt === undefined ? null : (
                <span className={styles.soft}>
                  {' '}
                  done <TimeAgo at={completedAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <TeachAnswers profile={profile} share={share} />
      <Comments answers={about(null)} label="About everything" isNew={isNew} />
      <ul className={styles.pictures} aria-label="Shared pictures">
        {pictures.map((picture) => (
          <AnsweredPicture
            key={picture.number}
            picture={picture}
            votes={votes.get(picture.number) ?? []}
            answers={about(picture.number)}
            isNew={isNew}
          />
        ))}
      </ul>
    </div>
  )
}

interface AnsweredProps {
  readonly picture: SharedPicture
  readonly votes: readonly Vote[]
  readonly answers: readonly ShareAnswer[]
  readonly isNew: (answer: ShareAnswer) => boolean
}

function AnsweredPicture({ picture: { name, thumbnail, score }, votes, answers, isNew }: AnsweredProps) {
  const outcome = outcomeOf(votes)
  const shown = outcome && decided[outcome]
  const comments = answers.filter(({ comment }) => comment !== undefined)
  return (
    <li className={styles.picture}>
      <div className={styles.frame}>
        <Picture src={thumbnail} alt="" fit="contain" side={256} />
      </div>
      <p className={styles.line}>
        <span className={styles.name}>
          <span className="two-lines" title={name}>
            {name}
          </span>
        </span>
        {score === undefined ? null : <span className={styles.soft}>{percent(score)}</span>}
      </p>
      {shown ? (
        <p className={styles.head}>
          <Badge tone={shown.tone}>{shown.word}</Badge>
          {answers.some((answer) => answer.decision !== undefined && isNew(answer)) ? (
            <Badge tone="accent">new</Badge>
          ) : null}
        </p>
      ) : null}
      {votes.length === 0 ? null : (
        <ul className={styles.votes} aria-label={`Decisions on ${name}`}>
          {votes.map(({ reviewer, name: who = 'A visitor', decision }) => (
            <li key={reviewer}>
              <Initials id={reviewer} name={who} size="small" />{' '}
              <span role="img" aria-label={decision === 'approve' ? 'approves' : 'rejects'}>
                {marks[decision]}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Comments answers={comments} label={`Comments on ${name}`} isNew={isNew} />
    </li>
  )
}

interface CommentsProps {
  readonly answers: readonly ShareAnswer[]
  readonly label: string
  readonly isNew: (answer: ShareAnswer) => boolean
}

function Comments({ answers, label, isNew }: CommentsProps) {
  const comments = answers.filter(({ comment }) => comment !== undefined)
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments} aria-label={label}>
      {comments.map((answer) => (
        <li key={answer.id}>
          <div className={styles.soft}>
            {answer.author ?? 'A visitor'}, <TimeAgo at={answer.at} />
            {answer.pin ? `, ${placeOf(answer.pin)}` : ''}
            {isNew(answer) ? (
              <>
                {' '}
                <Badge tone="accent">new</Badge>
              </>
            ) : null}
          </div>
          <p className={styles.said}>{answer.comment}</p>
        </li>
      ))}
    </ul>
  )
}

/** Where on the picture a comment is: "at the top left". */
function placeOf({ x, y }: NonNullable<ShareAnswer['pin']>): string {
  const across = x < 1 / 3 ? 'left' : x > 2 / 3 ? 'right' : ''
  const down = y < 1 / 3 ? 'top' : y > 2 / 3 ? 'bottom' : ''
  const words = [down, across].filter((word) => word !== '').join(' ')
  return words === '' ? 'in the middle' : `at the ${words}`
}
