import type { Palate, ScoreRequest } from '@palate/client'
import { type Frame, frameOf, type ScoreInput } from './inputs.ts'
import type { Result } from './result.ts'
import type { Subject } from './subject.ts'

/** Small enough that the progress is seen, and far below the limit of a body, which is 32 MiB. */
const framesPerRequestMax = 32
const requestCharactersMax = 8_000_000
/** While one is on its way the service works on the other. */
const requestsAtOnceMax = 2

/** As the API answers, with the time that the service took for all requests. */
interface Scores {
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
  // One generator for all: each takes the next part when it is free.
  await Promise.all(Array.from({ length: requestsAtOnceMax }, send))
  return { scores: results, latency_ms: Math.round(latencyMs * 100) / 100 }
}

interface Part {
  readonly frames: Frame[]
  readonly indexes: number[]
}

/** Files are read when their part is sent. Those that cannot be read are told to `refuse`. */
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
