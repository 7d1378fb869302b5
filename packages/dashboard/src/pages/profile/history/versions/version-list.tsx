import type { Branch, Profile } from '@palate/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { describeWorking } from '../../diff/describe-elements.ts'
import styles from '../history.module.css'
import { historyLinks } from '../history-links.ts'
import { useEntries } from '../use-entries.ts'
import type { Graph } from './graph.ts'
import { layOutLanes } from './lanes.ts'
import { VersionRow } from './version-row.tsx'

/** Number of versions shown initially and added on each request for more. */
const stepRows = 40

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  readonly branch: Branch
  readonly beside: Branch | undefined
}

/** The versions of the current branch, alongside another branch, newest first. */
export function VersionList({ profile, graph, branch, beside }: Props) {
  const [rowsMax, setRowsMax] = useState(stepRows)
  const links = historyLinks(profile.id)
  const rows = layOutLanes(graph, branch, beside)
  const shown = rows.slice(0, rowsMax)
  const entries = useEntries(
    profile.id,
    shown.map(({ version }) => version.id),
  )
  const uncommitted = describeWorking(profile.profileData.workingChanges)
  if (rows.length === 0 && uncommitted === undefined) {
    return (
      <EmptyState title="No versions yet">
        Teach the profile, then commit. You can return to any commit later.
      </EmptyState>
    )
  }
  return (
    <section className={styles.list} aria-label="Versions">
      {beside ? <LaneNames names={[branch.name, beside.name]} /> : null}
      <ol>
        {uncommitted === undefined ? null : (
          <UncommittedRow to={links.uncommitted} text={uncommitted} lanes={beside ? 2 : 1} />
        )}
        {shown.map((row) => (
          <VersionRow
            key={row.version.id}
            row={row}
            lanes={beside ? 2 : 1}
            to={links.version(row.version.id)}
            entry={entries.get(row.version.id)}
            heads={graph.branches.filter(({ headVersionId }) => headVersionId === row.version.id)}
            currentBranchId={branch.id}
            laneName={(row.lane === 0 ? branch : (beside ?? branch)).name}
          />
        ))}
      </ol>
      {shown.length < rows.length ? (
        <div className={styles.older}>
          <Button onPress={() => setRowsMax(rowsMax + stepRows)}>Show older versions</Button>
        </div>
      ) : null}
    </section>
  )
}

function LaneNames({ names }: { readonly names: readonly string[] }) {
  return (
    <p className={styles.laneNames}>
      {names.map((name, lane) => (
        <span key={name} className={styles.laneName} data-lane={lane}>
          {name}
        </span>
      ))}
    </p>
  )
}

function UncommittedRow({ to, text, lanes }: { readonly to: string; readonly text: string; readonly lanes: 1 | 2 }) {
  return (
    <li className={styles.row}>
      <div className={styles.rail} data-lanes={lanes} aria-hidden="true">
        <span className={styles.dot} data-lane={0} data-open="true" />
      </div>
      <div className={styles.version}>
        <p className={styles.message}>
          <Link href={to}>Uncommitted changes</Link>
        </p>
        <p className={styles.meta}>{text}. Preview their effect, then commit them.</p>
      </div>
    </li>
  )
}
