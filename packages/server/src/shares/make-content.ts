import { invalidAt } from '@palate/core/fault.ts'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { isId } from '@palate/core/ids.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { overviewContent, resultContent, type ShareContent } from '@palate/core/shares/content.ts'
import type { NewShare } from '@palate/core/shares/schema.ts'
import type { Brief } from '@palate/core/taste/brief/brief-schema.ts'
import { refuseTwoStates } from '@palate/core/taste/score-request.ts'
import type { FindBoard } from '../ports/boards.ts'
import type { FramesPort } from '../ports/frames.ts'
import type { CreateFrameScorer } from '../ports/scoring.ts'
import type { FindState, State } from '../ports/states.ts'
import type { Db } from '../store/schema.ts'

export interface ContentParts {
  readonly findState: FindState
  readonly describeTaste: (db: Db, state: State, signal: AbortSignal) => Promise<Brief>
  readonly createScorer: CreateFrameScorer
  /**
   * Keeps a picture for the whole window, if the library does not have it: visitors must not make the service read its
   * address.
   */
  readonly keepLarge: (
    caller: Pick<Caller, 'accountId'>,
    contentHash: string,
    url: string,
    signal: AbortSignal,
  ) => Promise<unknown>
  readonly findBoard: FindBoard
  readonly frames: Pick<FramesPort, 'findFrames'>
  /** Stores what scoring holds in memory, so that every process finds the pictures. */
  readonly flush: () => Promise<void>
}

/** Scoring a share must not delay other requests of the account. */
const framesAtOnceMax = 8

/** Describes a profile or scores pictures, as the share will show them. */
export function createMakeContent({
  findState,
  describeTaste,
  createScorer,
  findBoard,
  frames: library,
  keepLarge,
  flush,
}: ContentParts) {
  async function scoreAll(db: Db, state: State, { frames = [], ...options }: NewShare, signal: AbortSignal) {
    const named = await library.findFrames(
      db,
      state,
      frames.flatMap(({ url }) => frameIdOfUrl(url) ?? []),
    )
    const { dimension = 'aesthetics', threshold } = options
    // The hash finds the picture later; an address with a signature would outlive the share.
    const request = { dimensions: [dimension], explain: true, thumbnailUrlOf: (contentHash: string) => contentHash }
    const scorer = await createScorer(state, request, signal)
    const work = { priority: 'realtime', accountId: state.accountId, signal } as const
    const scored = []
    for (let start = 0; start < frames.length; start += framesAtOnceMax) {
      const slice = frames.slice(start, start + framesAtOnceMax)
      signal.throwIfAborted()
      const scores = await Promise.all(slice.map((frame) => scorer.score(frame, work)))
      await Promise.all(
        slice.map(({ url }, i) => {
          const contentHash = scores[i]?.thumbnail_url
          return contentHash === undefined ? undefined : keepLarge(state, contentHash, url, signal)
        }),
      )
      scored.push(
        ...slice.map(({ id, url, name }, i) => {
          const frameId = frameIdOfUrl(url)
          const fileName = named.get(frameId ?? '')?.name ?? id
          const score = scores[i] ?? { frame_id: id }
          return { name: name ?? pictureName(fileName), score, ...(frameId !== undefined && { url }) }
        }),
      )
    }
    await flush()
    return resultContent({ profile: state.name, dimension, threshold }, scored)
  }

  /** What was deleted from the library is left out. */
  async function contentOfBoard(db: Db, caller: Caller, state: State, boardId: string): Promise<ShareContent> {
    const board = isId('brd', boardId) ? await findBoard(db, caller, boardId) : undefined
    if (board?.profileId !== state.profileId) throw invalidAt('/boardId', 'is not a board of the profile')
    const ids = board.pictures.map(({ frameId }) => frameId)
    const known = await library.findFrames(db, state, ids)
    const pictures = board.pictures.flatMap(({ frameId, caption }, i) => {
      const frame = known.get(frameId)
      const name = caption ?? pictureName(frame?.name ?? `Picture ${i + 1}`)
      return frame ? [{ name, contentHash: frame.contentHash, url: `frame:${frameId}` }] : []
    })
    if (pictures.length === 0) throw invalidAt('/boardId', 'is a board without pictures')
    return { kind: 'board', profile: state.name, layout: board.layout, pictures }
  }

  return async (db: Db, caller: Caller, share: NewShare, signal: AbortSignal) => {
    const { profileId, frames, boardId, versionId, branchId, includeWorking = false } = share
    refuseTwoStates(versionId, branchId, includeWorking, '/versionId')
    if (!frames && (share.dimension !== undefined || share.threshold !== undefined)) {
      throw invalidAt('/frames', 'is required with a dimension or a threshold')
    }
    if (frames && boardId !== undefined) throw invalidAt('/boardId', 'cannot be combined with frames')
    const state = await findState(db, caller, profileId, { versionId, branchId, includeWorking })
    if (boardId !== undefined) {
      return { projectId: state.projectId, content: await contentOfBoard(db, caller, state, boardId) }
    }
    const content: ShareContent = frames
      ? await scoreAll(db, state, share, signal)
      : overviewContent(await describeTaste(db, state, signal))
    return { projectId: state.projectId, content }
  }
}
