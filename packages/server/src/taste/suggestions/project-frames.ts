import { daysKept } from '@palate/core/days-kept.ts'
import type { AskableFrame } from '@palate/core/taste/suggest/judged.ts'
import { LRUCache } from 'lru-cache'
import { listRecentFrames } from '../../pictures/seen-frames/seen-frame-store.ts'
import { expiredBefore } from '../../platform/expiry.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { ProjectKey } from '../../ports/projects.ts'
import type { Services } from '../../services.ts'
import { readAfter } from '../../store/chunked-reads.ts'
import { keptBytesMax, keptBytesOf } from '../learning/kept-pictures.ts'

/** The newest frames of a project, from which suggestions are made. */
export const projectFramesMax = 5000
/** Lists of frames that a process keeps in memory. */
export const frameListBytesMax = 16 * 1024 * 1024

export interface ProjectFrame extends AskableFrame {
  readonly isInLibrary: boolean
}

interface FrameList {
  /** The newest frames when the list was made. */
  readonly newest: string
  readonly frames: readonly ProjectFrame[]
}

/**
 * The frames of projects: library frames and scored frames, each picture once. A list is read again after a frame was
 * added or scored.
 */
export class ProjectFrames {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #library: FramesPort
  readonly #framesMax: number
  readonly #lists = new LRUCache<string, FrameList>({ maxSize: frameListBytesMax, sizeCalculation: frameListBytesOf })

  /** Lists only as many frames as the learning thread can keep features for. */
  constructor(services: Pick<Services, 'store' | 'clock'>, library: FramesPort, embeddingLength: number) {
    this.#services = services
    this.#library = library
    this.#framesMax = Math.min(projectFramesMax, Math.floor(keptBytesMax / keptBytesOf(embeddingLength)))
  }

  async load(project: ProjectKey): Promise<readonly ProjectFrame[]> {
    const newest = JSON.stringify([await this.#listLibrary(project, undefined, 1), await this.#listScored(project, 1)])
    const known = this.#lists.get(projectKeyOf(project))
    if (known?.newest === newest) return known.frames
    const kept = await readAfter<ProjectFrame>(this.#framesMax, undefined, (last, rowsMax) =>
      this.#listLibrary(project, last?.id, rowsMax),
    )
    const frames = withoutCopies([...kept, ...(await this.#listScored(project, this.#framesMax))]).slice(
      0,
      this.#framesMax,
    )
    this.#lists.set(projectKeyOf(project), { newest, frames })
    return frames
  }

  /** Whether the library frames among these still exist. If not, the list is read again. */
  async areThere(project: ProjectKey, frames: readonly ProjectFrame[]): Promise<boolean> {
    const ids = frames.filter(({ isInLibrary }) => isInLibrary).map(({ id }) => id)
    const found = await this.#library.findFrames(this.#services.store.read, project, ids)
    const areThere = ids.every((id) => found.has(id))
    if (!areThere) this.#lists.delete(projectKeyOf(project))
    return areThere
  }

  async #listLibrary(project: ProjectKey, before: string | undefined, limit: number): Promise<readonly ProjectFrame[]> {
    const frames = await this.#library.listFrames(this.#services.store.read, project, before, limit)
    return frames.map(({ id, contentHash }) => ({ id, url: `frame:${id}`, contentHash, isInLibrary: true }))
  }

  async #listScored({ accountId, projectId }: ProjectKey, limit: number): Promise<readonly ProjectFrame[]> {
    const { store, clock } = this.#services
    const since = expiredBefore(clock, daysKept.seenFrames) ?? ''
    type Row = Awaited<ReturnType<typeof listRecentFrames>>[number]
    const rows = await readAfter<Row>(limit, undefined, (last, rowsMax) => {
      const after = last && { scoredAt: last.scored_at, projectId, frameId: last.frame_id }
      return listRecentFrames(store.read, accountId, [projectId], after, rowsMax)
    })
    return rows
      .filter(({ scored_at }) => scored_at >= since)
      .map(({ frame_id, url, content_hash }) => ({ id: frame_id, url, contentHash: content_hash, isInLibrary: false }))
  }
}

/** Keeps one of several frames with the same bytes: the first one with a URL, otherwise the first one. */
function withoutCopies(frames: readonly ProjectFrame[]): readonly ProjectFrame[] {
  const byContent = new Map<string, ProjectFrame>()
  for (const frame of frames) {
    const known = byContent.get(frame.contentHash)
    if (!known || (known.url === null && frame.url !== null)) byContent.set(frame.contentHash, frame)
  }
  return [...byContent.values()]
}

function projectKeyOf({ accountId, projectId }: ProjectKey): string {
  return JSON.stringify([accountId, projectId])
}

/** Size of a frame without its texts. */
const bytesEach = 200

function frameListBytesOf({ frames }: FrameList): number {
  return frames.reduce((sum, { id, url }) => sum + bytesEach + 2 * (id.length + (url?.length ?? 0)), bytesEach)
}
