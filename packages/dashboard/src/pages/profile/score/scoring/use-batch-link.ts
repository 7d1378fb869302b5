import { useCallback, useEffect, useRef } from 'react'
import { useSearch, useSearchParams } from 'wouter'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'

/** Maximum number of batches in a URL. */
const batchesMax = 20

const memory = (profileId: string) => `palate.result.${profileId}`

/** The search of the Score page when its last result was left; '' if there is none. Without what the new page decides. */
export function lastResult(profileId: string): string {
  const search = new URLSearchParams(sessionStorage.getItem(memory(profileId)) ?? '')
  search.delete('branch')
  return search.toString()
}

/**
 * Keeps the batches of the page in its URL, so that a link shows their results as long as the service keeps them, and
 * remembers the URL, so that the tab returns to them.
 */
export function useBatchLink(profileId: string, onOther: () => void) {
  const [named, setNamed] = useSearchParam('batch', 'replace')
  const search = useSearch()
  const [, setSearch] = useSearchParams()
  const ids = useRef(named === '' ? [] : named.split(','))
  useEffect(() => {
    if (named !== '' && named !== ids.current.join(',')) onOther()
    else if (named !== '') sessionStorage.setItem(memory(profileId), search)
    // A link to the page itself, such as the tab, names no batches.
    else if (ids.current.length > 0) setSearch(new URLSearchParams(lastResult(profileId)), { replace: true })
  }, [named, search, profileId, setSearch])
  const set = useCallback(
    (batchIds: readonly string[]) => {
      ids.current = batchIds.slice(-batchesMax)
      if (batchIds.length === 0) sessionStorage.removeItem(memory(profileId))
      setNamed(ids.current.join(','))
    },
    [setNamed, profileId],
  )
  return { ids, set }
}
