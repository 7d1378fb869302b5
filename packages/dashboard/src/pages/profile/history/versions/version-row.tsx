import type { Branch, HistoryEntry, ListedVersion, Profile } from '@palate/client'
import { Link } from 'wouter'
import { useInView } from '../../../../ui/hooks/use-in-view.ts'
import { Badge } from '../../../../ui/layout/page.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { TimeAgo } from '../../../../ui/time-ago.tsx'
import { describeChanges } from '../../diff/describe-elements.ts'
import { useElementPictures } from '../../diff/use-element-pictures.ts'
import styles from '../history.module.css'
import { useDiff } from '../use-diff.ts'
import type { Row } from './lanes.ts'
import { PassingRail, Rail } from './rail.tsx'

interface Props {
  readonly row: Row
  readonly profile: Profile
  /** Shown above the first row of a day. */
  readonly day: string | undefined
  readonly lanes: number
  readonly to: string
  /** Author and changes, once they are read. */
  readonly entry: HistoryEntry | undefined
  /** The branches whose head this is. */
  readonly heads: readonly Branch[]
  readonly currentBranchId: string
  /** The name of this lane's branch, for screen readers. */
  readonly laneName: string
}

export function VersionRow({ row, profile, day, lanes, to, entry, heads, currentBranchId, laneName }: Props) {
  const { version } = row
  return (
    <li className={styles.row}>
      {day === undefined ? null : (
        <>
          <PassingRail row={row} lanes={lanes} />
          <h3 className={styles.day}>{day}</h3>
        </>
      )}
      <Rail row={row} lanes={lanes} />
      <div className={`${styles.version} ${styles.versionLine}`}>
        <div>
          <p className={styles.message}>
            <Link href={to}>{messageOf(version)}</Link>
            {heads.map(({ id, name }) => (
              <Badge key={id} tone={id === currentBranchId ? 'accent' : 'plain'}>
                {name}
              </Badge>
            ))}
            {version.mergedFrom === undefined ? null : <Badge>merge</Badge>}
          </p>
          <p className={styles.meta}>
            {lanes > 1 ? <span className="visually-hidden">{`On ${laneName}. `}</span> : null}
            {entry?.author ? `${entry.author.name} · ` : null}
            <TimeAgo at={version.createdAt} />
            {entry ? ` · ${describeChanges(entry.changes)}` : null}
          </p>
        </div>
        {entry && entry.changes.exemplars.added + entry.changes.exemplars.changed > 0 ? (
          <VersionThumbnails profile={profile} version={version} />
        ) : null}
      </div>
    </li>
  )
}

export function messageOf({ message }: { readonly message: string }): string {
  return message.trim() === '' ? 'No message' : message
}

const shownMax = 4

interface VersionThumbnailsProps {
  readonly profile: Profile
  readonly version: ListedVersion
}

/** A few of the pictures that a version added or changed, read once the row is in view. */
function VersionThumbnails({ profile, version }: VersionThumbnailsProps) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  return (
    <div ref={ref} className={styles.thumbs} aria-hidden="true">
      {isSeen ? <Thumbnails profile={profile} version={version} /> : null}
    </div>
  )
}

function Thumbnails({ profile, version }: VersionThumbnailsProps) {
  const diff = useDiff(profile.id, version.parentVersionId, version.id)
  const pictures = useElementPictures(profile, { include_working: true })
  const { added = [], changed = [] } = diff.data?.exemplars ?? {}
  const exemplars = [...added, ...changed.map(({ to }) => to)]
  const shown = exemplars.flatMap((exemplar) => pictures.ofExemplar(exemplar) ?? []).slice(0, shownMax)
  return shown.map((src, i) => (
    <div key={`${i} ${src}`} className={styles.thumb}>
      <Picture src={src} alt="" />
    </div>
  ))
}
