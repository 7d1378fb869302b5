import type { Profile, ShareAnswer, SharedPicture, ShareWithAnswers } from '@palate/client'
import { latestDecisions } from '@palate/core/shares/answers.ts'
import { Link } from 'wouter'
import { percent } from '../../../ui/format.ts'
import { Badge, usePageTitle } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import styles from './shares.module.css'
import { useShare } from './shares-data.ts'

const decided = {
  approve: { tone: 'good', word: 'Approved' },
  reject: { tone: 'bad', word: 'Rejected' },
  undecided: { tone: 'plain', word: 'Undecided' },
} as const

/** What was shared, with the visitors' answers next to each picture. */
export function ShareDetails({ profile, shareId }: { readonly profile: Profile; readonly shareId: string }) {
  const share = useShare(profile.id, shareId)
  usePageTitle(`${share.data?.title ?? 'Share'} · ${profile.name}`)
  if (share.isPending) return <Loading label="Loading the answers" />
  if (share.data === undefined) return <ErrorState error={share.error} onRetry={() => void share.refetch()} />
  return <Answers share={share.data} />
}

function Answers({ share }: { readonly share: ShareWithAnswers }) {
  const { title, kind, status, createdAt, expiresAt, profileId, pictures, answers } = share
  const latest = latestDecisions(answers)
  const count = (decision: 'approve' | 'reject') => [...latest.values()].filter((one) => one === decision).length
  const about = (number: number | null) => answers.filter(({ picture }) => picture === number)
  return (
    <div className={styles.share}>
      <p>
        <Link href={`/profiles/${profileId}/shares`}>All shares</Link>
      </p>
      <header className={styles.head}>
        <h2>{title}</h2>
        <Badge tone={status === 'active' ? 'accent' : 'plain'}>{status}</Badge>
        {kind === 'result' ? <Badge tone="good">{count('approve')} approved</Badge> : null}
        {kind === 'result' ? <Badge tone="bad">{count('reject')} rejected</Badge> : null}
        <span className={styles.soft}>
          Shared <TimeAgo at={createdAt} />, {status === 'active' ? 'ends' : 'ended'} <TimeAgo at={expiresAt} />
        </span>
      </header>
      {kind === 'overview' ? <p className={styles.soft}>Visitors of an overview cannot answer.</p> : null}
      <Comments answers={about(null)} label="About everything" />
      <ul className={styles.pictures} aria-label="Shared pictures">
        {pictures.map((picture) => (
          <AnsweredPicture
            key={picture.number}
            picture={picture}
            decision={latest.get(picture.number)}
            answers={about(picture.number)}
          />
        ))}
      </ul>
    </div>
  )
}

interface AnsweredProps {
  readonly picture: SharedPicture
  readonly decision: keyof typeof decided | undefined
  readonly answers: readonly ShareAnswer[]
}

function AnsweredPicture({ picture: { name, thumbnail, score }, decision, answers }: AnsweredProps) {
  const shown = decision && decided[decision]
  return (
    <li className={styles.picture}>
      <div className={styles.frame}>
        <Picture src={thumbnail} alt="" fit="contain" side={256} />
      </div>
      <p className={styles.line}>
        <span className={styles.name}>{name}</span>
        {score === undefined ? null : <span className={styles.soft}>{percent(score)}</span>}
      </p>
      {shown ? (
        <p>
          <Badge tone={shown.tone}>{shown.word}</Badge>
        </p>
      ) : null}
      <Comments answers={answers} label={`Comments on ${name}`} />
    </li>
  )
}

function Comments({ answers, label }: { readonly answers: readonly ShareAnswer[]; readonly label: string }) {
  const comments = answers.filter(({ comment }) => comment !== undefined)
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments} aria-label={label}>
      {comments.map(({ id, comment, author = 'A visitor', at }) => (
        <li key={id}>
          <div className={styles.soft}>
            {author}, <TimeAgo at={at} />
          </div>
          <p className={styles.said}>{comment}</p>
        </li>
      ))}
    </ul>
  )
}
