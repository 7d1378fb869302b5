import { type Event, type EventList, isAuthError, isPalateError } from '@palate/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { palate } from '../../api/palate.ts'
import { noticeError } from '../../api/queries.ts'
import { onReconnect } from '../../state/connection.ts'
import { useSessionEnded } from '../../state/session-end.ts'

const pageSize = 50
/** Polling interval for an empty log. */
const emptyPauseMs = 2_000
/** Maximum number of new events kept on the page; the log has the others. */
const freshEventsMax = 500

/** The events of one type, or of all, newest first. With `isLive`, new events are added at the top. */
export function useLiveEvents(type: string, isLive: boolean) {
  const log = useInfiniteQuery({
    queryKey: ['events', type],
    queryFn: async ({ pageParam, signal }): Promise<EventList> =>
      palate.events.list(
        { limit: pageSize, ...(type !== '' && { type }), ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Later events come through the stream; reading the pages again would show them twice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // A stream starts after a given event. Without one, events just before its start would be missed.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.events.length === 0 ? emptyPauseMs : false),
  })
  const { fresh, error } = useTail(type, isLive && log.isSuccess, log.data?.pages[0]?.events[0]?.id)
  const read = log.data?.pages.flatMap((page) => page.events) ?? []
  const known = new Set(read.map(({ id }) => id))
  return { log, error, events: [...fresh.filter(({ id }) => !known.has(id)), ...read] }
}

function useTail(type: string, isLive: boolean, newestRead: string | undefined) {
  const [tail, setTail] = useState<{ type: string; fresh: readonly Event[] }>({ type, fresh: [] })
  const [error, setError] = useState<unknown>(null)
  const hasEnded = useSessionEnded()
  const [round, setRound] = useState(0)
  const mine = tail.type === type ? tail.fresh : []
  const after = mine[0]?.id ?? newestRead

  // `after` is not a dependency: it is only the starting point of the stream.
  useEffect(() => {
    if (!isLive || hasEnded) return
    const ending = new AbortController()
    const follow = async () => {
      const options = { ...(type !== '' && { type }), ...(after !== undefined && { after }), signal: ending.signal }
      for await (const event of palate.events.tail(options)) {
        setTail((before) => ({
          type,
          fresh: [event, ...(before.type === type ? before.fresh : [])].slice(0, freshEventsMax),
        }))
      }
    }
    setError(null)
    follow().catch((failure) => {
      if (ending.signal.aborted) return
      noticeError(failure)
      if (!isAuthError(failure) && !isPalateError(failure, 'connection_failed', 'timeout')) setError(failure)
    })
    const stopListening = onReconnect(() => setRound((before) => before + 1))
    return () => {
      stopListening()
      ending.abort()
    }
  }, [type, isLive, round, hasEnded])
  return { fresh: mine, error }
}
