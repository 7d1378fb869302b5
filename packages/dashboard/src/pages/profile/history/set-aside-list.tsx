import { Link } from 'wouter'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import styles from './history.module.css'
import type { historyLinks } from './history-links.ts'
import { type Graph, setAside } from './versions/graph.ts'
import { messageOf } from './versions/version-row.tsx'

const shownMax = 50

/** Versions that no branch contains any more. Commits are never lost. */
export function SetAsideList({
  graph,
  links,
}: {
  readonly graph: Graph
  readonly links: ReturnType<typeof historyLinks>
}) {
  const versions = setAside(graph)
  if (versions.length === 0) return null
  return (
    <details className={styles.aside}>
      <summary>{versions.length === 1 ? '1 version set aside' : `${versions.length} versions set aside`}</summary>
      <p className={styles.soft}>
        No branch contains them since a roll-back or a branch deletion. Open one to bring it back.
      </p>
      <ul>
        {versions.slice(0, shownMax).map((version) => (
          <li key={version.id} className={styles.asideItem}>
            <Link href={links.version(version.id)}>{messageOf(version)}</Link>
            <span className={styles.soft}>
              <TimeAgo at={version.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
