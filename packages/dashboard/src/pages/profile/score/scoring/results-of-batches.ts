import type { Batch } from '@palate/client'
import { personIn, type StateName } from '../score-states.ts'

const shownMax = 12

/** What the page stores with a batch, to list and to show it again. */
export interface ResultMetadata {
  readonly state?: StateName
  readonly unsaved?: string
  /** The first batch of the same result. */
  readonly result?: string
}

export function metadataOf({ metadata }: Pick<Batch, 'metadata'>): ResultMetadata {
  const text = (name: string) => {
    const value = metadata[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('state'), ...text('unsaved'), ...text('result') }
}

export interface RecentResult {
  readonly batchIds: readonly string[]
  readonly pictures: number
  readonly versionId: string | null
  /** With changes that were not saved. */
  readonly isUnsaved: boolean
  readonly createdAt: string
  /** Of the Score page, which shows it. */
  readonly search: string
}

/** One for all batches that the page made of one result. */
export function resultsOf(newestFirst: readonly Batch[]): readonly RecentResult[] {
  const scored = newestFirst.filter(({ counts }) => counts.succeeded + counts.failed > 0)
  const groups = Map.groupBy(scored, (batch) => metadataOf(batch).result ?? batch.batch_id)
  return [...groups.values()].slice(0, shownMax).flatMap((batches) => {
    const oldestFirst = batches.toReversed()
    const [first] = oldestFirst
    if (!first) return []
    const { state, unsaved } = metadataOf(first)
    // What a program scored names the version that it was scored by, whose branch may have moved on.
    const { person, team } = personIn(state ?? (first.version_id === null ? 'now' : `version:${first.version_id}`))
    const batchIds = oldestFirst.map(({ batch_id }) => batch_id)
    const search = new URLSearchParams({
      batch: batchIds.join(','),
      ...(team !== 'now' && { pinned: team }),
      ...(person !== undefined && { person }),
    })
    return [
      {
        batchIds,
        pictures: batches.reduce((sum, { counts }) => sum + counts.succeeded + counts.failed, 0),
        versionId: first.version_id,
        isUnsaved: unsaved !== undefined,
        createdAt: first.created_at,
        search: search.toString(),
      },
    ]
  })
}
