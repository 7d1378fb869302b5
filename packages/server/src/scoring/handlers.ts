import { Readable } from 'node:stream'
import { asLine, resultLine } from '@palate/core/batches/lines.ts'
import { Fault } from '@palate/core/fault.ts'
import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import { refuseImpossible, refuseTwoStates, wantedBy } from '@palate/core/taste/score-request.ts'
import type { FrameScore } from '@palate/core/taste/scoring-schema.ts'
import { prefers } from '../accept.ts'
import { type Handlers, long } from '../operations.ts'
import type { FindState, PrepareScoring } from '../ports.ts'
import { diagnose } from './diagnose.ts'
import { inParallel, whileAvailable } from './score.ts'
import type { Scoring } from './scoring.ts'

type Ids = 'scoreFrames' | 'listDimensions' | 'diagnoseProfile' | 'refreshProfile'

/** Frames of one request that are read at the same time. */
const framesAtOnceMax = 32
const ndjson = 'application/x-ndjson'

export function scoringHandlers(scoring: Scoring, prepare: PrepareScoring, findState: FindState): Handlers<Ids> {
  const { teacher } = scoring
  return {
    scoreFrames: long(async ({ caller, body, headers, db, signal }) => {
      const started = performance.now()
      refuseImpossible(body)
      const state = await findState(db, caller, body.profile_id, wantedBy(body))
      const scorer = await prepare(state, { dimensions: body.dimensions, explain: body.explain ?? false })
      const options = { priority: 'realtime' as const, signal, shared: new Map() }
      const results = inParallel(body.frames, framesAtOnceMax, async (frame, index) => {
        signal.throwIfAborted()
        return { index, result: await scorer.score(frame, options) }
      })
      if (prefers(headers.accept, ndjson, 'application/json')) {
        return { body: Readable.from(linesOf(results, body.frames.length, started)), mediaType: ndjson }
      }
      const scores: FrameScore[] = []
      for await (const { index, result } of results) scores[index] = result
      return { body: { scores, latency_ms: elapsed(started) } }
    }),

    async listDimensions({ caller, query, db }) {
      if (query.profile_id === undefined) return { body: { dimensions: dimensionsOf([]) } }
      // Of what is not committed too: frames can be scored along it, with the working changes put in.
      const state = await findState(db, caller, query.profile_id, { includeWorking: true })
      const named = await teacher.dimensionsNamed(state)
      return { body: { dimensions: dimensionsOf(named) } }
    },

    async diagnoseProfile({ caller, params, query, db }) {
      const { versionId, branchId } = query
      const includeWorking = query.includeWorking === 'true'
      refuseTwoStates(versionId, branchId, includeWorking, '/query/versionId')
      const state = await findState(db, caller, params.id, { versionId, branchId, includeWorking }).catch(nameInQuery)
      return { body: await whileAvailable(teacher.taught(state).then((taught) => diagnose(scoring, state, taught))) }
    },

    refreshProfile: long(async ({ caller, params, db }) => {
      const state = await findState(db, caller, params.id, {})
      const { pictures, unusable } = await whileAvailable(teacher.refresh(state))
      return { body: { pictures: pictures.size, unusable } }
    }),
  }
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
    if (result.error) failed += 1
    yield asLine(resultLine(seq, index, 1, result))
  }
  const counts = { total, succeeded: total - failed, failed, canceled: 0 }
  yield asLine({ type: 'done', status: 'completed', counts, latency_ms: elapsed(started) })
}

function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}
