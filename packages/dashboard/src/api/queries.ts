import { isAuthError, isPalateError } from '@palate/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { connection } from '../state/connection.ts'
import { sessionEnd } from '../state/session-end.ts'

/** Responses stay fresh for this long, so that switching between pages repeats no request. */
const freshForMs = 5_000

/** The client retries where that makes sense, so queries do not. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: freshForMs, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noticeError, onSuccess: () => connection.found() }),
  mutationCache: new MutationCache({ onError: noticeError, onSuccess: noticeChange }),
})

/** After a change everything read before is stale: the next page reads it again. */
function noticeChange(): void {
  connection.found()
  void queries.invalidateQueries({ refetchType: 'none' })
}

/** An ended session opens the sign-in dialog; a lost connection shows the banner until it returns. */
export function noticeError(error: unknown): void {
  if (isAuthError(error)) sessionEnd.notice()
  if (isPalateError(error, 'connection_failed', 'timeout')) connection.lost()
}
