import type { BatchLine, BatchRequest } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { noticeError } from '../../../../api/queries.ts'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, targetOf } from '../score-states.ts'
import { canScoreMore, type ScoredAt } from '../scored-version.ts'
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
  /** What all results belong to; undefined without any. */
  readonly at: ScoredAt | undefined
  readonly progress: Progress | undefined
  /** Whether the user stopped it before everything was scored. */
  readonly isStopped: boolean
  readonly error: unknown
}

const nothing: State = { results: new Map(), at: undefined, progress: undefined, isStopped: false, error: null }

export interface ScoringOptions {
  /** The unsaved changes that the state includes. */
  readonly unsaved?: string | undefined
  /** Stored with each batch. */
  readonly metadata?: BatchRequest['metadata']
  /** Scores by the state as it is now. The results before stay until all new ones are there, and are then replaced. */
  readonly isUpdate?: boolean
  /** The batches of the results that are shown, whenever there is one more. */
  readonly onBatches?: (batchIds: readonly string[]) => void
}

/**
 * Scores items against one state of a profile in batches, and shows results as they arrive. More pictures are scored by
 * the version of those before, even if its branch has moved on, so that all results shown are of one version.
 */
export function useScoring(profileId: string, state: StateName, dimensions: readonly string[]) {
  const [shown, setShown] = useState(nothing)
  const running = useRef<{ controller: AbortController; batchId?: string }>(undefined)
  const scoredAt = useRef<ScoredAt>(undefined)
  const batches = useRef<readonly string[]>([])
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

  /** Scores these items in addition to those scored before, or all of them again. */
  const score = useCallback(
    async (items: readonly ScoreItem[], options: ScoringOptions = {}): Promise<void> => {
      const { unsaved, metadata, isUpdate = false, onBatches } = options
      if (items.length === 0) return
      stop()
      const controller = new AbortController()
      running.current = { controller }
      const isCurrent = () => running.current?.controller === controller
      let at = isUpdate ? undefined : scoredAt.current
      let batchIds = isUpdate ? [] : batches.current
      const replaced = isUpdate ? new Map<string, ItemResult>() : undefined
      const found = collector((arrived) => {
        if (!isCurrent()) return
        for (const [key, result] of arrived) replaced?.set(key, result)
        setShown((old) => withArrived(old, arrived, replaced === undefined))
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
          const target = targetAt(profileId, state, at)
          const named = batchIds[0] === undefined ? metadata : { ...metadata, result: batchIds[0] }
          const request = { ...target, dimensions: names.split('\n'), frames, ...(named && { metadata: named }) }
          for await (const line of palate.scoreBatch(request, { signal: controller.signal })) {
            if (!isCurrent()) {
              if (line.type === 'batch') cancelBatch(line.batch_id)
              return
            }
            if (line.type === 'batch') {
              running.current = { controller, batchId: line.batch_id }
              batchIds = [...batchIds, line.batch_id]
              at ??= { versionId: line.version_id, ...(unsaved !== undefined && { unsaved }) }
              if (!replaced) keep(at, batchIds, onBatches)
            }
            const item = 'index' in line ? chunk[line.index as number] : undefined
            const result = resultOf(line)
            if (item && result) found.add(item.key, result)
          }
        }
        found.flush()
        if (replaced && at && isCurrent()) {
          keep(at, batchIds, onBatches)
          setShown((old) => ({ ...old, results: replaced }))
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

  function keep(at: ScoredAt, batchIds: readonly string[], onBatches: ScoringOptions['onBatches']) {
    scoredAt.current = at
    batches.current = batchIds
    onBatches?.(batchIds)
    setShown((old) => ({ ...old, at }))
  }

  /** Adds results read elsewhere: those of earlier batches. */
  const restore = useCallback((results: Results, at: ScoredAt, batchIds: readonly string[]) => {
    scoredAt.current = at
    batches.current = batchIds
    setShown((old) => ({ ...old, at, results: new Map([...old.results, ...results]) }))
  }, [])
  const clear = useCallback(() => {
    running.current?.controller.abort()
    running.current = undefined
    scoredAt.current = undefined
    batches.current = []
    setShown(nothing)
  }, [])
  // Discard results for another state or other dimensions.
  useEffect(() => clear, [clear, state, names])
  return { ...shown, score, stop, restore, clear }
}

function targetAt(profileId: string, state: StateName, at: ScoredAt | undefined) {
  const target = targetOf(profileId, state)
  if (!canScoreMore(at)) return target
  const { profile_id, person } = target
  return { profile_id, version_id: at.versionId, ...(person !== undefined && { person }) }
}

function withArrived(old: State, arrived: Results, isShown: boolean): State {
  return {
    ...old,
    ...(isShown && { results: new Map([...old.results, ...arrived]) }),
    progress: old.progress && { ...old.progress, completed: old.progress.completed + arrived.size },
  }
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
function collector(show: (arrived: Results) => void) {
  let waiting = new Map<string, ItemResult>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const arrived = waiting
    waiting = new Map()
    if (arrived.size > 0) show(arrived)
  }
  return {
    add(key: string, result: ItemResult): void {
      waiting.set(key, result)
      timer ??= setTimeout(flush, redrawMs)
    },
    flush,
  }
}
