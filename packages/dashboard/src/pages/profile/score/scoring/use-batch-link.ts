import { useCallback, useRef } from 'react'
import { libraryKey, readLibrary } from '../../../../api/library.ts'
import { noticeError, queries } from '../../../../api/queries.ts'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { restoredItem, type ScoreItem } from '../score-items.ts'
import type { ItemResult, Results } from '../scores.ts'
import { readBatch } from './use-scoring.ts'

/** Maximum number of batches in a URL. */
const batchesMax = 20

/** Keeps the batches of the page in its URL, so that a link shows their results as long as the service keeps them. */
export function useBatchLink() {
  const [named, setNamed] = useSearchParam('batch', 'replace')
  const ids = useRef(named === '' ? [] : named.split(','))
  const add = useCallback(
    (batchId: string) => {
      ids.current = [...ids.current, batchId].slice(-batchesMax)
      setNamed(ids.current.join(','))
    },
    [setNamed],
  )
  const clear = useCallback(() => {
    ids.current = []
    setNamed('')
  }, [setNamed])
  /** Reads the batches in the URL. Returns the function that stops it. */
  const restore = useCallback((projectId: string, onItems: (items: readonly ScoreItem[], results: Results) => void) => {
    const controller = new AbortController()
    readAll(ids.current, projectId, controller.signal, onItems).catch((error) => {
      if (!controller.signal.aborted) noticeError(error)
    })
    return () => controller.abort()
  }, [])
  return { add, clear, restore }
}

async function readAll(
  batchIds: readonly string[],
  projectId: string,
  signal: AbortSignal,
  onItems: (items: readonly ScoreItem[], results: Results) => void,
): Promise<void> {
  if (batchIds.length === 0) return
  const library = await queries.fetchQuery({
    queryKey: libraryKey(projectId),
    queryFn: () => readLibrary(projectId),
    staleTime: 60_000,
  })
  const frames = new Map(library.map((frame) => [frame.id, frame]))
  for (const batchId of batchIds) {
    const results = await readBatch(batchId, signal)
    if (signal.aborted) return
    if (results === undefined) {
      showToast('The results of this link have expired. Results are kept for seven days.')
      continue
    }
    const restored = [...results].map(([frameId, result]) => ({ item: restoredItem(frameId, frames), result }))
    const byKey = new Map<string, ItemResult>(restored.map(({ item, result }) => [item.key, result]))
    onItems(
      restored.map(({ item }) => item),
      byKey,
    )
  }
}
