import { Readable } from 'node:stream'
import { Fault, invalidAt } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { dimensionsOf, requireDimensions } from '@palate/core/taste/dimensions.ts'
import { type FrameScore, framesPerRequestMax, type ScoreRequest } from '@palate/core/taste/scoring-schema.ts'
import { type Handlers, long } from '../operations.ts'
import type { FindState, NoteScore, State } from '../services.ts'
import { diagnose } from './diagnose.ts'
import { inParallel, type Judge, readFrame, resultOf, whileAvailable } from './score.ts'
import type { Scoring } from './scoring.ts'

type Ids = 'scoreFrames' | 'listDimensions' | 'diagnoseProfile' | 'refreshProfile'

/** Frames of one request that are read at the same time. */
const framesAtOnceMax = 32
const ndjson = 'application/x-ndjson'

export function scoringHandlers(scoring: Scoring, findState: FindState, noteScore: NoteScore): Handlers<Ids> {
  const { frames, teacher, models, shelf } = scoring

  /** The results in the order of their completion. */
  async function* results(
    caller: Caller,
    state: State,
    request: ScoreRequest,
    judges: readonly Judge[],
    signal: AbortSignal,
  ) {
    const work = async (frame: ScoreRequest['frames'][number], index: number) => {
      signal.throwIfAborted()
      const outcome = await readFrame(frames, caller.accountId, frame.url, signal)
      if ('picture' in outcome) {
        const { contentHash } = outcome.picture
        shelf.noteSeen({ accountId: caller.accountId, projectId: state.projectId, frameId: frame.id, contentHash })
      }
      const result = resultOf(frame, outcome, judges, request.explain ?? false)
      noteScore(state, result)
      return { index, result }
    }
    yield* inParallel(request.frames, framesAtOnceMax, work)
  }

  return {
    scoreFrames: long(async ({ caller, body, headers, db, signal }) => {
      const started = performance.now()
      refuseBadRequest(body)
      const state = await findState(db, caller, body.profile_id, {
        versionId: body.version_id,
        branchId: body.branch_id,
        includeWorking: body.include_working,
      })
      const taught = await whileAvailable(teacher.taught(state))
      const known = dimensionsOf(taught.lessons.keys())
      const judges = await whileAvailable(models.judges(taught, requireDimensions(body.dimensions, known)))
      const stream = results(caller, state, body, judges, signal)
      if (headers.accept?.includes(ndjson)) {
        return { body: Readable.from(linesOf(stream, body.frames.length, started)), mediaType: ndjson }
      }
      const scores: FrameScore[] = []
      for await (const { index, result } of stream) scores[index] = result
      return { body: { scores, latency_ms: elapsed(started) } }
    }),

    async listDimensions({ caller, query, db }) {
      if (query.profile_id === undefined) return { body: { dimensions: dimensionsOf([]) } }
      const state = await findState(db, caller, query.profile_id, {})
      const named = await teacher.dimensionsNamed(state)
      return { body: { dimensions: dimensionsOf(named) } }
    },

    async diagnoseProfile({ caller, params, query, db }) {
      const { versionId, branchId } = query
      const includeWorking = query.includeWorking === 'true'
      refuseTwoStates(versionId, branchId, includeWorking, '/query/versionId')
      const state = await findState(db, caller, params.id, { versionId, branchId, includeWorking }).catch(nameInQuery)
      return { body: await whileAvailable(teacher.taught(state).then((taught) => diagnose(scoring, taught))) }
    },

    refreshProfile: long(async ({ caller, params, db }) => {
      const state = await findState(db, caller, params.id, {})
      const { pictures, unusable } = await whileAvailable(teacher.refresh(state))
      return { body: { pictures: pictures.size, unusable } }
    }),
  }
}

function refuseBadRequest({ frames, version_id, branch_id, include_working }: ScoreRequest): void {
  if (frames.length > framesPerRequestMax) {
    throw new Fault('too_many_frames', `a request takes ${framesPerRequestMax} frames, not ${frames.length}`)
  }
  refuseTwoStates(version_id, branch_id, include_working ?? false, '/version_id')
}

function refuseTwoStates(
  versionId: string | undefined,
  branchId: string | undefined,
  working: boolean,
  path: string,
): void {
  if (versionId === undefined) return
  if (branchId !== undefined) throw invalidAt(path, 'name a version or a branch, not both')
  if (working) throw invalidAt(path, 'a version has no working changes: name a branch, or nothing')
}

/** What the query names and is not there is 404; the same in a body is 422. */
function nameInQuery(error: unknown): never {
  if (error instanceof Fault && error.code === 'unknown_branch') throw new Fault('branch_not_found', error.message)
  if (error instanceof Fault && error.code === 'unknown_version') throw new Fault('version_not_found', error.message)
  throw error
}

async function* linesOf(
  results: AsyncIterable<{ readonly index: number; readonly result: FrameScore }>,
  total: number,
  started: number,
): AsyncGenerator<string> {
  let seq = 0
  let failed = 0
  for await (const { index, result } of results) {
    seq += 1
    const { frame_id, error, ...numbers } = result
    if (error) failed += 1
    const line = error ? { error } : numbers
    yield `${JSON.stringify({ type: error ? 'error' : 'score', seq, index, frame_id, ...line, attempts: 1 })}\n`
  }
  const counts = { total, succeeded: total - failed, failed, canceled: 0 }
  yield `${JSON.stringify({ type: 'done', status: 'completed', counts, latency_ms: elapsed(started) })}\n`
}

function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
