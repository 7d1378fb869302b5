import type { BatchRequest, FrameError, Palate, ScoreRequest } from '@palate/client'
import { type Frame, frameOf, type ScoreInput } from './inputs.ts'
import type { Result } from './result.ts'
import type { ScoredState } from './scored-state.ts'
import type { Subject } from './subject.ts'

/** More pictures than this are scored as batches, which also survive a restart of the service half-way. */
const framesPerRequestMax = 32
/** With this many, the explanations of every dimension still fit into a batch. */
const framesPerBatchMax = 200
/** Far below the 32 MiB limit of a body. */
const requestBytesMax = 8_000_000
/** The service works on one request while the other is being sent. */
const requestsAtOnceMax = 2
/** With growing pauses, about a minute and a half: a service that restarts is back by then. */
const retriesMax = 8

/** Like the API response, with the total time that the service took. */
export interface Scores {
  readonly scores: readonly Result[]
  readonly latency_ms: number
  /** The states that the requests were scored against, each once, the last one last. */
  readonly states: readonly ScoredState[]
  /** What made the scores: more than one while the service is being upgraded. A service of before names none. */
  readonly models: readonly string[]
}

/** Scores pictures, some in each request, and returns the results in their order. */
export async function scoreAll(
  palate: Palate,
  { request }: Pick<Subject, 'request'>,
  inputs: readonly ScoreInput[],
  onDone: (count: number) => void = () => {},
): Promise<Scores> {
  const results: Result[] = new Array(inputs.length)
  let latencyMs = 0
  const states = new Map<unknown, ScoredState>()
  const models = new Set<string>()
  const keep = (index: number, result: Result) => {
    results[index] = { ...result, frame_id: inputs[index]?.id ?? '' }
    onDone(1)
  }
  // Only a single request returns thumbnails.
  const isMany = inputs.length > framesPerRequestMax && request.thumbnails !== true
  const scorePart = isMany ? scoreBatch : scoreRequest
  const parts = partsOf(inputs, isMany ? framesPerBatchMax : framesPerRequestMax, keep)
  const send = async () => {
    for await (const part of parts) {
      const { latency, models: made, ...state } = await scorePart(palate, request, part, keep)
      latencyMs += latency
      for (const model of made) models.add(model)
      states.delete(state.versionId)
      states.set(state.versionId, state)
    }
  }
  // Both senders share one generator: each takes the next part when it is free.
  await Promise.all(Array.from({ length: requestsAtOnceMax }, send))
  const latency_ms = Math.round(latencyMs * 100) / 100
  return { scores: results, latency_ms, states: [...states.values()], models: [...models] }
}

type Keep = (index: number, result: Result) => void

type ScorePart = (palate: Palate, request: Subject['request'], part: Part, keep: Keep) => Promise<Scored>

interface Scored extends ScoredState {
  /** The time that the service took. */
  readonly latency: number
  readonly models: readonly string[]
}

const scoreRequest: ScorePart = async (palate, request, { frames, indexes }, keep) => {
  const answer = await palate.score({ ...request, frames } as ScoreRequest, { retries: retriesMax })
  for (const [i, index] of indexes.entries()) keep(index, answer.scores[i] as Result)
  const { latency_ms: latency, branch_id: branchId, version_id: versionId, model } = answer
  return { latency, branchId, versionId, models: modelsIn({ model }) }
}

const scoreBatch: ScorePart = async (palate, request, { frames, indexes }, keep) => {
  const missing = new Map(indexes.entries())
  let state: ScoredState = { versionId: undefined }
  let latency = 0
  let status = ''
  let models: readonly string[] = []
  for await (const line of palate.scoreBatch({ ...request, frames } as BatchRequest, { retries: retriesMax })) {
    if (line.type === 'batch') {
      state = { branchId: await branchOf(palate, request, line.batch_id), versionId: line.version_id }
    }
    if (line.type === 'done') {
      latency = line.latency_ms
      status = line.status
      models = modelsIn(line)
    }
    if (line.type !== 'score' && line.type !== 'error') continue
    const index = missing.get(line.index)
    missing.delete(line.index)
    if (index !== undefined) keep(index, line.type === 'error' ? failed(request, line.error) : scored(line))
  }
  // Somebody cancelled the batch, or deleted the profile.
  const error = { code: 'batch_ended', message: `the batch was ${status} before this picture`, retryable: true }
  for (const index of missing.values()) keep(index, failed(request, error))
  return { latency, models, ...state }
}

function modelsIn({ model, models }: { readonly model?: string; readonly models?: readonly { model: string }[] }) {
  if (models) return models.map((one) => one.model)
  return model === undefined ? [] : [model]
}

/** The lines of a batch do not name its branch. */
async function branchOf(palate: Palate, { version_id, branch_id }: Subject['request'], batchId: string) {
  if (version_id !== undefined) return null
  if (branch_id !== undefined) return String(branch_id)
  return (await palate.batches.get(batchId, { retries: retriesMax })).branch_id
}

/** Leaves the members that the response to a single request has. */
function scored(line: object): Result {
  const { type: _, seq: _seq, index: _index, attempts: _attempts, ...result } = line as Result
  return result as Result
}

function failed({ dimensions }: Subject['request'], error: FrameError): Result {
  const names = Array.isArray(dimensions) ? (dimensions as readonly string[]) : []
  return { frame_id: '', ...Object.fromEntries(names.map((name) => [name, null])), error }
}

interface Part {
  readonly frames: Frame[]
  readonly indexes: number[]
}

/** Reads files when their part is sent. Keeps why some cannot be read. */
async function* partsOf(inputs: readonly ScoreInput[], framesMax: number, keep: Keep): AsyncGenerator<Part, undefined> {
  let part: Part = { frames: [], indexes: [] }
  let bytes = 0
  for (const [index, input] of inputs.entries()) {
    const read = await frameOf(input)
    if ('reason' in read) {
      keep(index, { frame_id: '', error: { code: 'unreadable', message: read.reason, retryable: false } })
      continue
    }
    const { length } = 'url' in read.frame ? read.frame.url : read.frame.picture
    const isFull = part.frames.length >= framesMax || bytes + length > requestBytesMax
    if (isFull && part.frames.length > 0) {
      yield part
      part = { frames: [], indexes: [] }
      bytes = 0
    }
    part.frames.push(read.frame)
    part.indexes.push(index)
    bytes += length
  }
  if (part.frames.length > 0) yield part
}
