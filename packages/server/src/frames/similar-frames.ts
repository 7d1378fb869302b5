import { comparedFramesMax, similarFramesDefault } from '@palate/core/frames/schema.ts'
import { byFileName, Stacks } from '@palate/core/frames/stacks.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { cosine } from '@palate/core/taste/nearest-examples.ts'
import type { Handlers } from '../operations.ts'
import type { StoredFrame } from '../ports/frames.ts'
import type { ProjectKey } from '../ports/projects.ts'
import type { FindEmbedding, ListEmbeddings } from '../ports/scoring.ts'
import { readAfter } from '../store/chunked-reads.ts'
import type { Db } from '../store/schema.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import type { WorkContext } from '../work/work-context.ts'
import { findAllowed, noFrame } from './find-allowed.ts'
import { shown } from './frame-handlers.ts'
import type { FrameLibrary } from './library.ts'
import { projectOf } from './receive-upload.ts'

/** Embeddings that one statement reads: about 500 kB with the built-in embedder. */
const embeddingsPerRead = 100

interface Parts {
  readonly library: Pick<FrameLibrary, 'listFrames'>
  readonly listEmbeddings: ListEmbeddings
  readonly findEmbedding: FindEmbedding
  /** Writes embeddings that are not stored yet. */
  readonly flush: () => Promise<unknown>
}

/** Compares the frames of a project by the embeddings of their pictures, a few at a time. */
export function similarFrameHandlers({
  library,
  listEmbeddings,
  findEmbedding,
  flush,
}: Parts): Handlers<'listSimilarFrames' | 'listFrameStacks'> {
  const listNewest = (db: Db, project: ProjectKey) =>
    readAfter<StoredFrame>(comparedFramesMax, undefined, (last, rowsMax) =>
      library.listFrames(db, project, last?.id, rowsMax),
    )

  /** The frames with their embeddings, in turns with other work. */
  async function* embedded(frames: readonly StoredFrame[], work: WorkContext) {
    // A store that refuses writes still has the other embeddings.
    await flush().catch(() => {})
    for (const slice of slicesOf(frames, embeddingsPerRead)) {
      const embeddings = await listEmbeddings(
        work.accountId,
        slice.map(({ contentHash }) => contentHash),
      )
      for (const frame of slice) {
        const yielded = yieldIfLong(work)
        if (yielded) await yielded
        work.signal?.throwIfAborted()
        const embedding = embeddings.get(frame.contentHash)
        if (embedding) yield { frame, embedding }
      }
    }
  }

  return {
    async listSimilarFrames({ caller, query, db, signal }) {
      const { accountId } = caller
      const work: WorkContext = { priority: 'realtime', accountId, signal }
      const wanted = await findAllowed(db, caller, query.id)
      const own = await findEmbedding(wanted.contentHash, work)
      if (!own) throw noFrame()
      const found: { readonly frame: StoredFrame; readonly similarity: number }[] = []
      for await (const { frame, embedding } of embedded(
        await listNewest(db, { accountId, projectId: wanted.projectId }),
        work,
      )) {
        if (frame.id !== wanted.id) found.push({ frame, similarity: cosine(own, embedding) })
      }
      const nearest = found
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, query.limit ?? similarFramesDefault)
        .map(({ frame, similarity }) => ({ frame: shown(frame), similarity }))
      return { body: { frames: nearest } }
    },

    async listFrameStacks({ caller, query, db, signal }) {
      const { accountId } = caller
      const work: WorkContext = { priority: 'realtime', accountId, signal }
      const frames = await listNewest(db, { accountId, projectId: projectOf(caller, query) })
      const stacks = new Stacks()
      for await (const { frame, embedding } of embedded(frames.toSorted(byFileName), work)) {
        stacks.add({ ...frame, embedding })
      }
      const found = await inTurns(stacks.find(), work)
      return { body: { stacks: found.map((ids) => ({ ids: [...ids] })) } }
    },
  }
}

/** Runs steps to their end, in turns with other work. */
async function inTurns<Result>(steps: Generator<undefined, Result>, work: WorkContext): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    work.signal?.throwIfAborted()
  }
}
