import type { ProfileSummary } from '@palate/client'
import { Link } from 'wouter'
import { useBrief, useProfilePictures } from '../../api/profiles.ts'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { describeKnowledge, tintOf } from './profile-groups.ts'
import styles from './profiles.module.css'

const picturesShownMax = 3

/** A profile with its first pictures, its name and its owner's description. */
export function ProfileCard({ profile }: { readonly profile: ProfileSummary }) {
  const [ref, isSeen] = useInView<HTMLLIElement>()
  const brief = useBrief(profile.id, {}, isSeen)
  const knowledge = brief.data ? describeKnowledge(brief.data) : ''
  return (
    <li ref={ref} className={styles.card}>
      <Covers profile={profile} isSeen={isSeen} />
      <div className={styles.cardText}>
        <h3 className={styles.name}>
          <Link href={`/profiles/${profile.id}`} title={profile.name}>
            <span className={styles.nameText}>{profile.name}</span>
          </Link>
        </h3>
        {profile.seed ? <p className={styles.seed}>{profile.seed}</p> : null}
        <p className={styles.when}>
          {knowledge === '' ? null : <strong>{knowledge}</strong>}
          <span>
            Changed <TimeAgo at={profile.updatedAt} />
          </span>
        </p>
      </div>
    </li>
  )
}

/** A profile in one line, for projects with many. */
export function ProfileRow({ profile }: { readonly profile: ProfileSummary }) {
  return (
    <li className={styles.row}>
      <span className={styles.rowInitial} data-tint={tintOf(profile.name)} aria-hidden="true">
        {[...profile.name][0]}
      </span>
      <span className={styles.rowName}>
        <Link href={`/profiles/${profile.id}`} title={profile.name}>
          <span className={styles.nameText}>{profile.name}</span>
        </Link>
        {profile.seed ? <span className={styles.rowSeed}>{profile.seed}</span> : null}
      </span>
      <span className={styles.rowWhen}>
        <TimeAgo at={profile.updatedAt} />
      </span>
    </li>
  )
}

/** Loads the pictures once the card is in view: an account may have thousands of profiles. */
function Covers({ profile, isSeen }: { readonly profile: ProfileSummary; readonly isSeen: boolean }) {
  const pictures = useProfilePictures(profile.id, isSeen)
  const paths = (pictures.data?.pictures ?? []).flatMap(({ thumbnail }) => thumbnail ?? [])
  const shown = [...new Set(paths)].slice(0, picturesShownMax)
  return (
    <div className={styles.covers} data-count={shown.length} aria-hidden="true">
      {shown.map((path) => (
        <Picture key={path} src={path} alt="" />
      ))}
      {shown.length === 0 ? (
        <span className={styles.initial} data-tint={tintOf(profile.name)}>
          {[...profile.name][0]}
        </span>
      ) : null}
    </div>
  )
}
