import type { Branch, HistoryEntry, Profile, VersionList as VersionsPage } from '@palate/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { describeDay } from '../../../../ui/time-ago.tsx'
import { describeWorking } from '../../diff/describe-elements.ts'
import styles from '../history.module.css'
import { historyLinks } from '../history-links.ts'
import type { Graph } from './graph.ts'
import { layOutLanes, type Row } from './lanes.ts'
import { OpenRail } from './rail.tsx'
import { VersionRow } from './version-row.tsx'

/** Number of versions shown initially and added on each request for more. */
const stepRows = 40

interface Props {
  readonly profile: Profile
  readonly graph: Graph
  /** One lane each, the current branch first. */
  readonly branches: readonly Branch[]
}

/** The versions of some branches, newest first. */
export function VersionList({ profile, graph, branches }: Props) {
  const [rowsMax, setRowsMax] = useState(stepRows)
  const links = historyLinks(profile.id)
  const lanes = branches.length
  const rows = layOutLanes(graph, branches)
  const shown = rows.slice(0, rowsMax)
  const entries = useEntries(
    profile.id,
    shown.map(({ version }) => version.id),
  )
  const uncommitted = describeWorking(profile.profileData.workingChanges)
  if (rows.length === 0 && uncommitted === undefined) {
    return (
      <EmptyState title="No versions yet">
        Teach the profile, then save a version. You can return to any version later.
      </EmptyState>
    )
  }
  return (
    <section className={styles.list} aria-label="Versions">
      {lanes > 1 ? <LaneNames names={branches.map(({ name }) => name)} /> : null}
      <ol>
        {uncommitted === undefined ? null : <UncommittedRow to={links.uncommitted} text={uncommitted} lanes={lanes} />}
        {shown.map((row, i) => (
          <VersionRow
            key={row.version.id}
            row={row}
            day={dayAt(rows, i)}
            profile={profile}
            lanes={lanes}
            to={links.version(row.version.id)}
            entry={entries.get(row.version.id)}
            heads={graph.branches.filter(({ headVersionId }) => headVersionId === row.version.id)}
            currentBranchId={profile.profileData.currentBranchId}
            laneName={branches[row.lane]?.name ?? ''}
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
        <span key={name} className={styles.laneName} data-lane={lane % 6}>
          {name}
        </span>
      ))}
    </p>
  )
}

/** The day of a row if it differs from the row before; undefined otherwise. */
function dayAt(rows: readonly Row[], index: number): string | undefined {
  const [day, before] = [rows[index], rows[index - 1]].map((row) => row && describeDay(new Date(row.version.createdAt)))
  return day === before ? undefined : day
}

function UncommittedRow({ to, text, lanes }: { readonly to: string; readonly text: string; readonly lanes: number }) {
  return (
    <li className={styles.row}>
      <OpenRail lanes={lanes} />
      <div className={styles.version}>
        <p className={styles.message}>
          <Link href={to}>Changes to save</Link>
        </p>
        <p className={styles.meta}>{text}. Preview their effect, then save them as a version.</p>
      </div>
    </li>
  )
}

const pageSize = 100

/** Authors and changes of these versions, read page by page until all are known. */
function useEntries(profileId: string, wanted: readonly string[]): ReadonlyMap<string, HistoryEntry> {
  const pages = useInfiniteQuery({
    queryKey: [...profileKey(profileId), 'versions'],
    queryFn: async ({ pageParam, signal }): Promise<VersionsPage> =>
      palate.profiles.history(profileId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const entries = new Map(pages.data?.pages.flatMap(({ versions }) => versions.map((one) => [one.id, one] as const)))
  const isMissing = wanted.some((id) => !entries.has(id))
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  return entries
}
