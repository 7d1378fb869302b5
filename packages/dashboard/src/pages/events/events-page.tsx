import type { Event, Profile } from '@palate/client'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { eventFamilies, eventNames } from '../../api/event-names.ts'
import { palate } from '../../api/palate.ts'
import { profileKey } from '../../api/profile.ts'
import { useProfiles } from '../../api/profiles.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useSearchParam } from '../../ui/hooks/use-search-param.ts'
import { NoAccess } from '../../ui/layout/no-access.tsx'
import { Badge, Page } from '../../ui/layout/page.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../ui/states.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { describeEvent, type EventNames, pageOf } from './describe-event.ts'
import styles from './events.module.css'
import { useLiveEvents } from './live-events.ts'

const types = [
  { value: '', label: 'Everything' },
  ...[...eventFamilies, ...eventNames].map((value) => ({ value, label: value })),
]

/** Past and live events. */
export function EventsPage() {
  const mayRead = useMay('read')
  if (!mayRead) return <NoAccess title="Events" scope="read" content="events" />
  return <Events />
}

function Events() {
  const [type, setType] = useSearchParam('type')
  const [isLive, setLive] = useState(true)
  const { log, events, error } = useLiveEvents(type, isLive)
  const names = useEventNames(events)
  return (
    <Page
      title="Events"
      intro="Every change, as it happens."
      actions={
        <>
          <Badge tone={isLive && error === null ? 'good' : 'plain'}>
            {isLive && error === null ? <span className={styles.pulse} aria-hidden="true" /> : null}
            {isLive ? 'live' : 'paused'}
          </Badge>
          <Button onPress={() => setLive(!isLive)}>{isLive ? 'Pause' : 'Resume'}</Button>
        </>
      }
    >
      <div className={styles.filter}>
        <SelectField label="Type" value={type} onChange={setType} options={types} />
      </div>
      <ErrorNote error={error} />
      {log.isPending ? <Loading label="Loading the events" /> : null}
      {log.isLoadingError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && events.length === 0 ? (
        <EmptyState title="No events yet">
          {type === ''
            ? 'Changes appear here automatically.'
            : `No ${type} events yet. New ones appear here automatically.`}
        </EmptyState>
      ) : null}
      <ol className={styles.events} aria-label="Events, newest first">
        {events.map((event) => (
          <EventRow key={event.id} event={event} names={names} />
        ))}
      </ol>
      {log.hasNextPage ? (
        <div>
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Show older events
          </Button>
        </div>
      ) : null}
    </Page>
  )
}

function EventRow({ event, names }: { readonly event: Event; readonly names: EventNames }) {
  const href = pageOf(event)
  const sentence = describeEvent(event, names)
  return (
    <li className={styles.event}>
      <span className={styles.time}>
        <TimeAgo at={event.timestamp} />
      </span>
      <div className={styles.what}>
        {href === undefined ? <span>{sentence}</span> : <Link href={href}>{sentence}</Link>}
        <details className={styles.details}>
          <summary>
            <code>{event.type}</code>
            {event.projectId === null ? null : ` · project ${event.projectId}`}
          </summary>
          <pre className={styles.body}>{JSON.stringify(event, null, 2)}</pre>
        </details>
      </div>
    </li>
  )
}

/** The names of branches come with the whole profile, so the number of profiles is limited. */
const profilesReadMax = 20

/** The names of the profiles and branches in these events. */
function useEventNames(events: readonly Event[]): EventNames {
  const summaries = useProfiles().data ?? []
  const known = new Map(summaries.map(({ id, name }) => [id, name]))
  const ids = new Set(events.flatMap(({ type, data }) => (withBranches.has(type) ? [String(data.profileId)] : [])))
  const read = [...ids].filter((id) => known.has(id)).slice(0, profilesReadMax)
  const profiles = useQueries({
    queries: read.map((id) => ({
      queryKey: [...profileKey(id), 'branch-names'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<Profile> =>
        palate.profiles.get(id, { snapshots: 'omit' }, { signal }),
    })),
  })
  const branches = new Map(
    profiles.flatMap(({ data }) =>
      (data?.profileData.branches ?? []).map(({ id, name }) => [`${data?.id} ${id}`, name] as const),
    ),
  )
  return {
    profile: (id) => known.get(String(id)),
    branch: (profileId, id) => branches.get(`${profileId} ${id}`),
  }
}

const withBranches: ReadonlySet<string> = new Set([
  'profile.branch_switched',
  'profile.rolled_back',
  'profile.merged',
] satisfies readonly Event['type'][])
