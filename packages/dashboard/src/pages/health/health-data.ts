import { type Batch, PalateError, type ServiceStatus } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate, serviceUrl } from '../../api/palate.ts'
import { readAll } from '../../api/read-all.ts'

const lookAgainMs = 5_000

/** The status of the answering process, and the queues. */
export function useStatus() {
  return useQuery<ServiceStatus>({
    queryKey: ['status'],
    queryFn: ({ signal }) => palate.status({ signal }),
    refetchInterval: lookAgainMs,
  })
}

/** The failing checks with their reasons. `/readyz` needs no key, and a 503 is a valid response. */
export function useReadiness() {
  return useQuery<Readonly<Record<string, string>>>({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${serviceUrl}/readyz`, { signal, cache: 'no-store' }).catch((cause) => {
        throw new PalateError('connection_failed', 'The service does not answer.', { cause })
      })
      const answer = (await response.json().catch(() => ({}))) as { checks?: Record<string, string> }
      return answer.checks ?? (response.ok ? {} : { service: `answered with status ${response.status}` })
    },
    refetchInterval: lookAgainMs,
  })
}

/** Batches being scored, oldest first. */
export function useRunningBatches() {
  return useQuery<readonly Batch[]>({
    queryKey: ['batches', 'in_progress'],
    queryFn: async ({ signal }) =>
      (await readAll(palate.batches.list({ status: 'in_progress' }, { signal }))).toSorted((a, b) =>
        a.created_at < b.created_at ? -1 : 1,
      ),
    refetchInterval: lookAgainMs,
  })
}
