import type { Palate, ScoreRequest } from '@palate/client'
import { type Frame, frameOf, type ScoreInput } from './inputs.ts'
import type { Result } from './result.ts'
import type { Subject } from './subject.ts'

/** Small enough to show progress, and far below the 32 MiB limit of a body. */
const framesPerRequestMax = 32
const requestCharactersMax = 8_000_000
/** The service works on one request while the other is being sent. */
const requestsAtOnceMax = 2

/** Like the API response, with the total time that the service took. */
export interface Scores {
  readonly scores: readonly Result[]
  readonly latency_ms: number
}

/** Scores pictures, a few in each request, and returns the results in their order. */
export async function scoreAll(
  palate: Palate,
  { request }: Pick<Subject, 'request'>,
  inputs: readonly ScoreInput[],
  onDone: (count: number) => void = () => {},
): Promise<Scores> {
  const results: Result[] = new Array(inputs.length)
  let latencyMs = 0
  const parts = partsOf(inputs, (index, result) => {
    results[index] = result
    onDone(1)
  })
  const send = async () => {
    for (const { frames, indexes } of parts) {
      const { scores, latency_ms } = await palate.score({ ...request, frames } as ScoreRequest)
      latencyMs += latency_ms
      for (const [i, index] of indexes.entries()) {
        results[index] = { ...(scores[i] as Result), frame_id: inputs[index]?.id ?? '' }
      }
      onDone(indexes.length)
    }
  }
  // Both senders share one generator: each takes the next part when it is free.
  await Promise.all(Array.from({ length: requestsAtOnceMax }, send))
  return { scores: results, latency_ms: Math.round(latencyMs * 100) / 100 }
}

interface Part {
  readonly frames: Frame[]
  readonly indexes: number[]
}

/** Reads files when their part is sent. Reports those that cannot be read to `refuse`. */
function* partsOf(
  inputs: readonly ScoreInput[],
  refuse: (index: number, result: Result) => void,
): Generator<Part, undefined> {
  let part: Part = { frames: [], indexes: [] }
  let characters = 0
  for (const [index, input] of inputs.entries()) {
    const read = frameOf(input)
    if ('reason' in read) {
      refuse(index, { frame_id: input.id, error: { code: 'unreadable', message: read.reason, retryable: false } })
      continue
    }
    const { length } = read.frame.url
    const isFull = part.frames.length >= framesPerRequestMax || characters + length > requestCharactersMax
    if (isFull && part.frames.length > 0) {
      yield part
      part = { frames: [], indexes: [] }
      characters = 0
    }
    part.frames.push(read.frame)
    part.indexes.push(index)
    characters += length
  }
  if (part.frames.length > 0) yield part
}
