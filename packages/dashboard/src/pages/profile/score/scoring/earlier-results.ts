import { type Batch, isPalateError } from '@palate/client'
import { libraryKey, readLibrary } from '../../../../api/library.ts'
import { palate } from '../../../../api/palate.ts'
import { queries } from '../../../../api/queries.ts'
import { restoredItem, type ScoreItem } from '../score-items.ts'
import type { StateName } from '../score-states.ts'
import type { ScoredAt } from '../scored-version.ts'
import type { ItemResult, Results } from '../scores.ts'
import { metadataOf } from './results-of-batches.ts'
import { resultOf } from './use-scoring.ts'

export interface EarlierResults {
  readonly items: readonly ScoreItem[]
  /** Of one version. Items that a batch of another version scored have none. */
  readonly results: Results
  readonly at: ScoredAt
  readonly batchIds: readonly string[]
}

interface Asked {
  readonly batchIds: readonly string[]
  readonly projectId: string
  readonly profileId: string
  /** What the page is asked to show. */
  readonly state: StateName
}

/** The results of batches while the service keeps them; undefined if there are none of this state any more. */
export async function readEarlierResults(
  { batchIds, projectId, profileId, state }: Asked,
  signal: AbortSignal,
): Promise<EarlierResults | 'expired' | 'of another state'> {
  const library = await queries.fetchQuery({
    queryKey: libraryKey(projectId),
    queryFn: () => readLibrary(projectId),
    staleTime: 60_000,
  })
  const frames = new Map(library.map((frame) => [frame.id, frame]))
  const read: { readonly batch: Batch; readonly results: ReadonlyMap<string, ItemResult> }[] = []
  for (const batchId of batchIds) {
    const batch = await whileKept(() => palate.batches.get(batchId, { signal }))
    const results = batch && (await whileKept(() => readBatch(batchId, signal)))
    signal.throwIfAborted()
    if (batch && results) read.push({ batch, results })
  }
  const last = read.at(-1)
  if (!last) return 'expired'
  const { state: scored = state, unsaved } = metadataOf(last.batch)
  if (last.batch.profile_id !== profileId || scored !== state) return 'of another state'
  const versionId = last.batch.version_id
  const isSame = ({ batch }: (typeof read)[number]) =>
    batch.version_id === versionId && metadataOf(batch).unsaved === unsaved
  const items = read.flatMap(({ results }) => [...results.keys()].map((id) => restoredItem(id, frames)))
  const results = read
    .filter(isSame)
    .flatMap((one) => [...one.results].map(([id, result]) => [keyOf(id), result] as const))
  function keyOf(id: string) {
    return restoredItem(id, frames).key
  }
  return {
    items,
    results: new Map(results),
    at: { versionId, ...(unsaved !== undefined && { unsaved }) },
    batchIds: read.map(({ batch }) => batch.batch_id),
  }
}

async function readBatch(batchId: string, signal: AbortSignal): Promise<Map<string, ItemResult>> {
  const results = new Map<string, ItemResult>()
  for await (const line of palate.batches.results(batchId, { signal })) {
    const result = resultOf(line)
    if (result && 'frame_id' in line) results.set(line.frame_id as string, result)
  }
  return results
}

async function whileKept<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isPalateError(error) && error.status === 404) return undefined
    throw error
  }
}
