import type { AuditList } from '@palate/client'
import type { AuditAction } from '@palate/core/audit/actions.ts'
import { auditCsv } from '@palate/core/audit/csv.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { readAll } from '../../api/read-all.ts'
import { saveFile } from '../../files/save-file.ts'

const pageSize = 50
const dayMs = 86_400_000

/** The filter has the form of the page's URL: an empty text means no limit. */
interface AuditFilter {
  readonly action: string
  readonly days: string
  readonly keyId: string
}

export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }): Promise<AuditList> =>
      palate.audit(
        { ...queryOf(filter), limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Saves all entries that the filter selects, not only those on the page. */
export function useAuditCsv(filter: AuditFilter) {
  return useMutation({
    mutationFn: async () => {
      const lines = auditCsv(await readAll(palate.audit(queryOf(filter))))
      saveFile(lines.map((line) => `${line}\r\n`).join(''), 'text/csv', 'audit.csv')
    },
  })
}

function queryOf({ action, days, keyId }: AuditFilter) {
  return {
    ...(action !== '' && { action: action as AuditAction }),
    ...(keyId !== '' && { keyId }),
    ...(Number(days) > 0 && { since: new Date(Date.now() - Number(days) * dayMs).toISOString() }),
  }
}
