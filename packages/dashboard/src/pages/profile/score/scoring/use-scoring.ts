import { type BatchLine, isPalateError } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { noticeError } from '../../../../api/queries.ts'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'
import type { ItemResult, Results } from '../scores.ts'
import { chunksOf } from './chunks.ts'

/** How often incoming results are shown. */
const redrawMs = 100

export interface Progress {
  readonly completed: number
  readonly total: number
  readonly startedAt: number
}

interface State {
  readonly results: Results
  readonly progress: Progress | undefined
  /** Whether the user stopped it before everything was scored. */
  readonly isStopped: boolean
  readonly error: unknown
}

const nothing: State = { results: new Map(), progress: undefined, isStopped: false, error: null }

/** Scores items against one state of a profile in batches, and shows results as they arrive. */
export function useScoring(profileId: string, state: StateName, dimensions: readonly string[]) {
  const [shown, setShown] = useState(nothing)
  const running = useRef<{ controller: AbortController; batchId?: string }>(undefined)
  const names = dimensions.join('\n')

  const stop = useCallback(() => {
    const run = running.current
    running.current = undefined
    // A batch whose id is not known yet is cancelled when it arrives.
    if (run?.batchId !== undefined) {
      run.controller.abort()
      cancelBatch(run.batchId)
    }
    setShown((old) => ({ ...old, progress: undefined, isStopped: true }))
  }, [])

  /** Scores these items in addition to those scored before. Calls `onBatch` with the id of each batch. */
  const score = useCallback(
    async (items: readonly ScoreItem[], onBatch?: (batchId: string) => void): Promise<void> => {
      if (items.length === 0) return
      stop()
      const controller = new AbortController()
      running.current = { controller }
      const isCurrent = () => running.current?.controller === controller
      const found = collector((change) => {
        if (isCurrent()) setShown(change)
      })
      setShown((old) => ({
        ...old,
        error: null,
        isStopped: false,
        progress: { completed: 0, total: items.length, startedAt: Date.now() },
      }))
      try {
        for (const chunk of chunksOf(items)) {
          const frames = await Promise.all(chunk.map(frameOf))
          if (!isCurrent()) return
          const request = { ...targetOf(profileId, state), dimensions: names.split('\n'), frames }
          for await (const line of palate.scoreBatch(request, { signal: controller.signal })) {
            if (!isCurrent()) {
              if (line.type === 'batch') cancelBatch(line.batch_id)
              return
            }
            if (line.type === 'batch') {
              running.current = { controller, batchId: line.batch_id }
              onBatch?.(line.batch_id)
            }
            const item = 'index' in line ? chunk[line.index as number] : undefined
            const result = resultOf(line)
            if (item && result) found.add(item.key, result)
          }
        }
      } catch (error) {
        if (isCurrent()) {
          noticeError(error)
          setShown((old) => ({ ...old, error }))
        }
      } finally {
        found.flush()
        if (isCurrent()) {
          running.current = undefined
          setShown((old) => ({ ...old, progress: undefined }))
        }
      }
    },
    [profileId, state, names, stop],
  )

  /** Adds results read elsewhere, such as those of an earlier batch. */
  const restore = useCallback((results: Results) => {
    setShown((old) => ({ ...old, results: new Map([...old.results, ...results]) }))
  }, [])
  const clear = useCallback(() => {
    running.current?.controller.abort()
    running.current = undefined
    setShown(nothing)
  }, [])
  // Discard results for another state or other dimensions.
  useEffect(() => clear, [clear, state, names])
  return { ...shown, score, stop, restore, clear }
}

function cancelBatch(batchId: string): void {
  void palate.batches.cancel(batchId).catch(() => undefined)
}

export async function frameOf({ frameId, url, file }: ScoreItem) {
  return { id: frameId, url: url ?? (file ? await dataUrlOf(file) : '') }
}

export function resultOf(line: BatchLine): ItemResult | undefined {
  if (line.type === 'error') return { scores: {}, error: line.error as ItemResult['error'] & object }
  if (line.type !== 'score') return undefined
  const numbers = Object.entries(line).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { scores: Object.fromEntries(numbers.filter(([name]) => !notDimensions.has(name))) }
}

const notDimensions = new Set(['seq', 'index', 'attempts'])

/** Collects results and shows them a few times a second. */
function collector(show: (change: (old: State) => State) => void) {
  let waiting = new Map<string, ItemResult>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const arrived = waiting
    waiting = new Map()
    if (arrived.size === 0) return
    show((old) => ({
      ...old,
      results: new Map([...old.results, ...arrived]),
      progress: old.progress && { ...old.progress, completed: old.progress.completed + arrived.size },
    }))
  }
  return {
    add(key: string, result: ItemResult): void {
      waiting.set(key, result)
      timer ??= setTimeout(flush, redrawMs)
    },
    flush,
  }
}

/** The results of an earlier batch by frame id; undefined if they have expired. */
export async function readBatch(batchId: string, signal: AbortSignal): Promise<Map<string, ItemResult> | undefined> {
  const results = new Map<string, ItemResult>()
  try {
    for await (const line of palate.batches.results(batchId, { signal })) {
      const result = resultOf(line)
      if (result && 'frame_id' in line) results.set(line.frame_id as string, result)
    }
    return results
  } catch (error) {
    if (isPalateError(error) && error.status === 404) return undefined
    throw error
  }
}
