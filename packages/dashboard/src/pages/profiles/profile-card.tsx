import type { ProfileSummary } from '@palate/client'
import { Link } from 'wouter'
import { useProfilePictures } from '../../api/profiles.ts'
import { useInView } from '../../ui/hooks/use-in-view.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import styles from './profiles.module.css'

const picturesShownMax = 3

/** A profile with its first pictures, its name and its owner's description. */
export function ProfileCard({ profile }: { readonly profile: ProfileSummary }) {
  return (
    <li className={styles.card}>
      <Covers profile={profile} />
      <div className={styles.cardText}>
        <h3 className={styles.name}>
          <Link href={`/profiles/${profile.id}`}>{profile.name}</Link>
        </h3>
        {profile.seed ? <p className={styles.seed}>{profile.seed}</p> : null}
        <p className={styles.when}>
          Changed <TimeAgo at={profile.updatedAt} />
        </p>
      </div>
    </li>
  )
}

/** Loads the pictures once the card is in view: an account may have thousands of profiles. */
function Covers({ profile }: { readonly profile: ProfileSummary }) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  const pictures = useProfilePictures(profile.id, isSeen)
  const paths = (pictures.data?.pictures ?? []).flatMap(({ thumbnail }) => thumbnail ?? [])
  const shown = [...new Set(paths)].slice(0, picturesShownMax)
  return (
    <div ref={ref} className={styles.covers} data-count={shown.length} aria-hidden="true">
      {shown.map((path) => (
        <Picture key={path} src={path} alt="" />
      ))}
      {shown.length === 0 ? <span className={styles.initial}>{[...profile.name][0]}</span> : null}
    </div>
  )
}
