import type { Profile } from '@palate/client'
import { Link } from 'wouter'
import { counted } from '../../../ui/format.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { messageOf } from '../history/versions/version-row.tsx'
import styles from './score.module.css'
import { useRecentResults } from './scoring/recent-results.ts'
import type { RecentResult } from './scoring/results-of-batches.ts'

interface Props {
  readonly profile: Profile
  /** Called before another result opens. */
  readonly onOpen?: () => void
}

/** Earlier results, for as long as the service keeps them. */
export function RecentResults({ profile, onOpen }: Props) {
  const { data = [] } = useRecentResults(profile.id)
  if (data.length === 0) return null
  return (
    <section className={styles.recent} aria-labelledby="recent-results">
      <h2 id="recent-results">Recent results</h2>
      <ul>
        {data.map((result) => (
          <li key={result.search} className={styles.recentRow}>
            <Link href={`/profiles/${profile.id}/score?${result.search}`} {...(onOpen && { onClick: onOpen })}>
              {counted(result.pictures, 'picture')}
            </Link>
            <span className={styles.recentOf}>{versionOf(profile, result)}</span>
            <span className={styles.soft}>
              <TimeAgo at={result.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>Results are kept for seven days.</p>
    </section>
  )
}

function versionOf({ profileData }: Profile, { versionId, isUnsaved }: RecentResult): string {
  const version = profileData.versions.find(({ id }) => id === versionId)
  const name = version ? messageOf(version) : versionId === null ? 'Before the first version' : 'A version that is gone'
  return isUnsaved ? `${name}, with unsaved changes` : name
}
