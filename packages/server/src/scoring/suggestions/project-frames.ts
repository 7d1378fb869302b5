import { LRUCache } from 'lru-cache'
import type { State } from '../../ports.ts'
import type { Services } from '../../services.ts'
import { readAfter } from '../../store/read-in-pieces.ts'
import { seenFramesKeptMs } from '../sweep.ts'
import { listSeenFrames, type ProjectFrame } from './frame-store.ts'
import { candidateBytes, candidateBytesInMemoryMax } from './suggester.ts'

/** The newest frames of a project, from which suggestions are made. */
export const projectFramesMax = 5000
/** Lists of frames in a process's memory. */
export const frameListBytesMax = 16 * 1024 * 1024

interface FrameList {
  /** The newest frame when the list was made. */
  readonly newest: string
  readonly frames: readonly ProjectFrame[]
}

/** The frames of projects, each picture once. A list is read again when a frame was scored since. */
export class ProjectFrames {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #framesMax: number
  readonly #lists = new LRUCache<string, FrameList>({ maxSize: frameListBytesMax, sizeCalculation: bytesOf })

  /** Not more frames than the learning thread can keep the features of. */
  constructor(services: Pick<Services, 'store' | 'clock'>, embeddingLength: number) {
    this.#services = services
    this.#framesMax = Math.min(
      projectFramesMax,
      Math.floor(candidateBytesInMemoryMax / candidateBytes(embeddingLength)),
    )
  }

  async load(of: Pick<State, 'accountId' | 'projectId'>): Promise<readonly ProjectFrame[]> {
    const { store, clock } = this.#services
    const since = new Date(clock().getTime() - seenFramesKeptMs).toISOString()
    const [first] = await listSeenFrames(store.read, of, since, undefined, 1)
    const newest = first ? `${first.seenAt} ${first.id}` : ''
    const key = JSON.stringify([of.accountId, of.projectId])
    const known = this.#lists.get(key)
    if (known?.newest === newest) return known.frames
    const all = await readAfter<ProjectFrame>(this.#framesMax, undefined, (last, rowsMax) =>
      listSeenFrames(store.read, of, since, last, rowsMax),
    )
    const frames = withoutCopies(all)
    this.#lists.set(key, { newest, frames })
    return frames
  }
}

/** Of several frames with the same bytes, the first one that has an address, or else the first one. */
function withoutCopies(frames: readonly ProjectFrame[]): readonly ProjectFrame[] {
  const byContent = new Map<string, ProjectFrame>()
  for (const frame of frames) {
    const known = byContent.get(frame.contentHash)
    if (!known || (known.url === null && frame.url !== null)) byContent.set(frame.contentHash, frame)
  }
  return [...byContent.values()]
}

/** A frame without its texts. */
const bytesEach = 200

function bytesOf({ frames }: FrameList): number {
  return frames.reduce((sum, { id, url }) => sum + bytesEach + 2 * (id.length + (url?.length ?? 0)), bytesEach)
}
