import { type Batch, PalateError } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate, serviceUrl } from '../../api/palate.ts'
import { readAll } from '../../api/read-all.ts'

const lookAgainMs = 5_000

export interface Readiness {
  readonly isReady: boolean
  /** What fails, each with its reason. */
  readonly failed: Readonly<Record<string, string>>
}

/** `/readyz` needs no key, and its 503 is an answer like any other. */
export function useReadiness() {
  return useQuery<Readiness>({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${serviceUrl}/readyz`, { signal, cache: 'no-store' }).catch((cause) => {
        throw new PalateError('connection_failed', 'The service does not answer.', { cause })
      })
      const answer = (await response.json().catch(() => ({}))) as { checks?: Record<string, string> }
      return { isReady: response.ok, failed: answer.checks ?? {} }
    },
    refetchInterval: lookAgainMs,
  })
}

/** Batches that are being scored, the oldest first. */
export function useRunningBatches(isEnabled: boolean) {
  return useQuery<readonly Batch[]>({
    queryKey: ['batches', 'in_progress'],
    queryFn: async ({ signal }) =>
      (await readAll(palate.batches.list({ status: 'in_progress' }, { signal }))).toSorted((a, b) =>
        a.created_at < b.created_at ? -1 : 1,
      ),
    enabled: isEnabled,
    refetchInterval: lookAgainMs,
  })
}
