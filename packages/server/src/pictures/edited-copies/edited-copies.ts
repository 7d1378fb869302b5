import type { Problem } from '@palate/core/taste/novelty/problem.ts'
import { type Grid, gridFor } from '@palate/core/taste/regions/hidden-cell.ts'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import type { FrameToScore } from '../../ports/scoring.ts'
import type { WorkContext } from '../../work/work-context.ts'
import type { Edit, EditablePicture, EditedCopy, FeatureExtractor } from '../features/feature-extractor.ts'
import { createFeatures, type FeatureSpace, type Features } from '../features/features.ts'
import { FrameFault } from '../picture-faults.ts'
import type { FrameReader } from '../reading/frame-reader.ts'

/** A picture whose copies are edited. */
export interface EditedSubject {
  readonly frame: Pick<FrameToScore, 'url' | 'picture'>
  readonly contentHash: string
}

/** What is known about a picture once it was decoded. */
interface Facts {
  readonly problem: Problem | undefined
  readonly grid: Grid
}

interface Parts {
  readonly extractor: Pick<FeatureExtractor, 'editable' | 'edited' | 'workers'>
  readonly frameReader: Pick<FrameReader, 'rereadBytes'>
  readonly featureSpace: FeatureSpace
}

/** Bytes of pictures that were just read, for those that are edited next. */
export const keptBytesMax = 32 * 1024 * 1024
/** Decoded pictures, at the size of the embedder. */
export const editableBytesMax = 16 * 1024 * 1024
/** Features of copies, for verdicts on the same picture in another state or dimension. */
export const copyBytesMax = 32 * 1024 * 1024
/** Pictures of which the problem, or that there is none, and the grid are kept. */
export const factsKeptMax = 20_000
/** Copies that one job makes. A real-time picture waits for no more. */
export const copiesPerJobMax = 3
/** After this time, a copy no longer waits behind real-time work. */
export const spareWaitMsMax = 2000

/**
 * Reads edited copies of pictures: decodes a picture once at the embedder's size, edits and reads the copies on the
 * picture threads, in spare time, and keeps their features by content. A picture whose bytes were not kept is read again.
 */
export class EditedCopies {
  readonly #parts: Parts
  readonly #bytes = new LRUCache<string, Uint8Array>({ maxSize: keptBytesMax, sizeCalculation: sizeOfBytes })
  readonly #editable = new LRUCache<string, EditablePicture>({
    maxSize: editableBytesMax,
    sizeCalculation: sizeOfPixels,
  })
  readonly #copies = new LRUCache<string, EditedCopy | 'none'>({ maxSize: copyBytesMax, sizeCalculation: sizeOfCopy })

  readonly #facts = new LRUCache<string, Facts>(entriesMax(factsKeptMax))

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps the bytes of the pictures that are read in this context. */
  keeping(work: WorkContext): WorkContext {
    return {
      ...work,
      onPicture: (contentHash, bytes) => {
        this.#bytes.set(keyOf(work.accountId, contentHash), new Uint8Array(bytes))
      },
    }
  }

  /** What the picture is instead of a page or a picture. Undefined if it is fine, or can no longer be read. */
  async problemOf(subject: EditedSubject, work: WorkContext): Promise<Problem | undefined> {
    return (await this.#factsOf(subject, work))?.problem
  }

  /** The features of a picture with each cell of its grid hidden in turn. Undefined if it can no longer be read. */
  async readWithoutCells(
    subject: EditedSubject,
    work: WorkContext,
  ): Promise<{ readonly grid: Grid; readonly cells: readonly Features[] } | undefined> {
    const grid = (await this.#factsOf(subject, work))?.grid
    if (!grid) return undefined
    const hidden = Array.from({ length: grid.rows * grid.columns }, (_, cell) => ({ ...grid, cell }))
    const copies = await this.read(subject, hidden, hidden.length, work)
    if (copies?.length !== hidden.length) return undefined
    return { grid, cells: copies.map(({ features }) => features) }
  }

  async #factsOf(subject: EditedSubject, work: WorkContext): Promise<Facts | undefined> {
    const key = keyOf(work.accountId, subject.contentHash)
    return this.#facts.get(key) ?? ((await this.#open(subject, work)) && this.#facts.get(key))
  }

  /**
   * The features of copies with these edits, in order; at most `max`, without those that mean nothing for the picture.
   * Undefined if the picture can no longer be read.
   */
  async read<Made extends Edit>(
    subject: EditedSubject,
    edits: readonly Made[],
    max: number,
    work: WorkContext,
  ): Promise<readonly { readonly edit: Made; readonly features: Features }[] | undefined> {
    const copies: { readonly edit: Made; readonly features: Features }[] = []
    for (let next = 0; next < edits.length && copies.length < max; ) {
      const batch = edits.slice(next, next + max - copies.length)
      next += batch.length
      const results = await this.#readBatch(subject, batch, work)
      if (!results) return undefined
      for (const [i, result] of results.entries()) {
        if (result === 'none') continue
        const features = createFeatures(this.#parts.featureSpace, { contentHash: subject.contentHash, ...result })
        copies.push({ edit: batch[i] as Made, features })
      }
    }
    return copies
  }

  async #readBatch(
    subject: EditedSubject,
    edits: readonly Edit[],
    work: WorkContext,
  ): Promise<readonly (EditedCopy | 'none')[] | undefined> {
    const key = keyOf(work.accountId, subject.contentHash)
    const keys = edits.map((edit) => `${key} ${JSON.stringify(edit)}`)
    const results = keys.map((one) => this.#copies.get(one))
    const missing = edits.flatMap((edit, i) => (results[i] ? [] : [{ edit, i }]))
    if (missing.length === 0) return results as readonly (EditedCopy | 'none')[]
    const picture = await this.#open(subject, work)
    if (!picture) return undefined
    const { extractor } = this.#parts
    const perJob = Math.min(copiesPerJobMax, Math.ceil(missing.length / extractor.workers))
    const jobs = Array.from({ length: Math.ceil(missing.length / perJob) }, (_, job) =>
      missing.slice(job * perJob, (job + 1) * perJob),
    )
    await Promise.all(
      jobs.map(async (job) => {
        const made = await inSpareTime(work, (spare) =>
          extractor.edited(
            picture,
            job.map(({ edit }) => edit),
            spare,
          ),
        )
        for (const [k, { i }] of job.entries()) {
          const result = made[k] ?? 'none'
          results[i] = result
          this.#copies.set(keys[i] as string, result)
        }
      }),
    )
    return results as readonly (EditedCopy | 'none')[]
  }

  async #open(subject: EditedSubject, work: WorkContext): Promise<EditablePicture | undefined> {
    const key = keyOf(work.accountId, subject.contentHash)
    const known = this.#editable.get(key)
    if (known) return known
    const { extractor, frameReader } = this.#parts
    const decode = (bytes: Uint8Array) => inSpareTime(work, (spare) => extractor.editable(bytes, spare))
    const kept = this.#bytes.get(key)
    const { frame, contentHash } = subject
    const picture = kept
      ? await decode(kept)
      : await frameReader.rereadBytes({ ...frame, contentHash }, work, decode).catch(undefinedIfGone)
    this.#bytes.delete(key)
    if (!picture) return undefined
    this.#editable.set(key, picture)
    const { width, height } = picture.main
    this.#facts.set(key, { problem: picture.problem, grid: gridFor(width, height) })
    return picture
  }
}

/** Runs behind real-time work, but not forever. Batch work stays what it is. */
async function inSpareTime<Result>(work: WorkContext, run: (spare: WorkContext) => Promise<Result>): Promise<Result> {
  const { priority, accountId, signal } = work
  if (priority === 'batch') return run({ priority, accountId, signal })
  const patience = AbortSignal.timeout(spareWaitMsMax)
  try {
    return await run({ priority: 'spare', accountId, signal: signal ? AbortSignal.any([signal, patience]) : patience })
  } catch (error) {
    if (!patience.aborted || signal?.aborted) throw error
    return run({ priority: 'realtime', accountId, signal })
  }
}

/** A picture that was scored before may be gone. Its score stands, but nothing can be tried on it. */
function undefinedIfGone(error: unknown): undefined {
  if (error instanceof FrameFault) return undefined
  throw error
}

function keyOf(accountId: string, contentHash: string): string {
  return `${accountId} ${contentHash}`
}

function sizeOfBytes({ byteLength }: Uint8Array): number {
  return Math.max(1, byteLength)
}

function sizeOfPixels({ main, other }: EditablePicture): number {
  return main.decoded.data.byteLength + (other?.decoded.data.byteLength ?? 0)
}

/** About the size of the attributes. */
const attributesBytes = 1000

function sizeOfCopy(copy: EditedCopy | 'none'): number {
  if (copy === 'none') return attributesBytes
  return copy.embedding.byteLength + (copy.builtinEmbedding?.byteLength ?? 0) + attributesBytes
}
