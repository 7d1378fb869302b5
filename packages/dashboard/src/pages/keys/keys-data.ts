import type { ApiKey } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { palate } from '../../api/palate.ts'
import { readAll } from '../../api/read-all.ts'

export interface KeyAction {
  readonly what: 'rotate' | 'revoke'
  readonly key: ApiKey
}

export const keysKey = ['keys'] as const

export function useKeys() {
  return useQuery<readonly ApiKey[]>({
    queryKey: keysKey,
    queryFn: ({ signal }) => readAll(palate.keys.list({}, { signal })),
  })
}

/** Requests per day, oldest first. Not below `keysKey`: a revoked key has no usage to read. */
export function useKeyUsage(id: string, days: number, isEnabled: boolean) {
  return useQuery({
    queryKey: ['key-usage', id, days],
    queryFn: ({ signal }) => palate.keys.usage(id, { days }, { signal }),
    enabled: isEnabled,
  })
}
