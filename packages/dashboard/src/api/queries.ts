import { isAuthError, isPalateError } from '@palate/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connection } from '../state/connection.ts'
import { sessionEnd } from '../state/session-end.ts'

/** What was read is fresh for this long: going back and forth between pages asks nothing twice. */
const freshForMs = 5_000

/** The client itself repeats what is worth repeating, so queries do not. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: freshForMs, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noticeError, onSuccess: () => connection.found() }),
  mutationCache: new MutationCache({ onError: noticeError, onSuccess: noticeChange }),
})

/** After a change, nothing that was read before is fresh: a page that is opened next reads it again. */
function noticeChange(): void {
  connection.found()
  void queries.invalidateQueries({ refetchType: 'none' })
}

/** A session that ended leads to a dialog that asks for a key, a lost connection to the banner that waits for its return. */
export function noticeError(error: unknown): void {
  if (isAuthError(error)) sessionEnd.notice()
  if (isPalateError(error, 'connection_failed', 'timeout')) connection.lost()
}
