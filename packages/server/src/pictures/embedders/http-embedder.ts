import { createHash } from 'node:crypto'
import { Pool } from 'undici'
import { z } from 'zod'
import type { HttpEmbedderSettings } from '../../config/embedder-settings.ts'
import { decodeVersion } from '../decoding/decode.ts'
import { FrameFault, ScoringUnavailable } from '../picture-faults.ts'
import { createPictureBatches, type Outcome } from './batches.ts'
import type { RemoteEmbedder } from './embedder.ts'
import { encodePixels, originalBytesMax, remotePicture } from './encoded-picture.ts'

/** An endpoint with the OpenAI embeddings API extended to pictures, such as Infinity. */
export async function openHttpEmbedder(
  { url, model, token }: HttpEmbedderSettings,
  { timeoutMs = defaultTimeoutMs, batchWaitMs = defaultBatchWaitMs } = {},
): Promise<RemoteEmbedder> {
  const { origin, host, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections: connectionsMax, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const { model: name, ...options } = { model, modality: 'image', encoding_format: 'float' }
  const [head, tail] = [`{"model":${JSON.stringify(name)},"input":[`, `],${JSON.stringify(options).slice(1)}`].map(
    (text) => Buffer.from(text),
  ) as [Buffer, Buffer]

  /** One request, with one embedding for each picture in the answer. */
  async function request(pictures: readonly Uint8Array[], traceparent?: string): Promise<Answer> {
    const body = Buffer.concat([head, ...pictures.flatMap((one, i) => (i === 0 ? [one] : [comma, one])), tail])
    // The timeouts of the pool end only when nothing arrives.
    const signal = AbortSignal.timeout(timeoutMs)
    const options = {
      method: 'POST',
      path: pathname + search,
      headers: { ...headers, ...(traceparent && { traceparent }) },
      body,
      signal,
    } as const
    const throwUnreachable = (error: Error): never => {
      throw unavailable(signal.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'cannot be reached', error)
    }
    const response = await pool.request(options).catch(throwUnreachable)
    const text = await response.body.text().catch(throwUnreachable)
    const { statusCode } = response
    if (statusCode !== 200) throw new EmbedderRefusal(`${prefix} answered with status ${statusCode}`, statusCode)
    const answer = Answer.safeParse(jsonOf(text))
    const vectors = answer.success ? inOrder(answer.data.data) : []
    if (!answer.success || vectors.length !== pictures.length) {
      throw new EmbedderRefusal(`${prefix} did not return exactly one embedding for each picture`)
    }
    return { vectors, model: answer.data.model }
  }

  const prefix = `the embedder at ${host}`
  function unavailable(what: string, cause?: Error): ScoringUnavailable {
    return new ScoringUnavailable(`${prefix} ${what}`, { cause })
  }

  /** If an endpoint refuses several pictures, sends the halves: one of them may be at fault, or lists are. */
  async function embedAll(pictures: readonly Uint8Array[], traceparent?: string): Promise<readonly Outcome[]> {
    try {
      const { vectors } = await request(pictures, traceparent)
      return vectors.map((vector) =>
        vector.length === dimensions ? vector : unavailable('changed the length of its embeddings'),
      )
    } catch (error) {
      if (!(error instanceof EmbedderRefusal) || error.isBusy) return pictures.map(() => error as Error)
      if (pictures.length === 1) return [await faultOf(error)]
      const middle = Math.ceil(pictures.length / 2)
      const first = await embedAll(pictures.slice(0, middle), traceparent)
      return [...first, ...(await embedAll(pictures.slice(middle), traceparent))]
    }
  }

  /** The picture is at fault if the endpoint takes another one. */
  async function faultOf(refusal: EmbedderRefusal): Promise<Error> {
    if (!refusal.mayBeThePicture) return refusal
    const takesAnother = await request([blank]).then(
      () => true,
      () => false,
    )
    return takesAnother
      ? new FrameFault('not_an_image', 'the embedder refuses this picture', { cause: refusal })
      : refusal
  }

  const blank = await encodePixels({ width: 32, height: 32, data: new Uint8Array(32 * 32 * 3).fill(128) })
  const probe = await request([blank]).catch(async (error) => {
    await pool.destroy()
    throw error
  })
  const dimensions = probe.vectors[0]?.length ?? 0
  const identity = [url, model, probe.model ?? null, dimensions, remotePicture.side, originalBytesMax, decodeVersion]
  const takesLists = await request([blank, blank]).then(
    () => true,
    (error) => !(error instanceof EmbedderRefusal) || error.isBusy,
  )
  const batches = createPictureBatches({
    embedAll,
    picturesMax: takesLists ? picturesPerRequestMax : 1,
    requestsMax: connectionsMax,
    requestsPerAccountMax: takesLists ? requestsPerAccountMax : connectionsMax / 2,
    waitMs: batchWaitMs,
  })
  return {
    id: `http-${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)}`,
    dimensions,
    embed: batches.embed,
    async close() {
      batches.close(unavailable('is no longer needed'))
      await pool.destroy()
    },
  }
}

const connectionsMax = 16
/** While these are under way, an account's next pictures gather for a larger request. */
const requestsPerAccountMax = 2
export const picturesPerRequestMax = 32
const defaultTimeoutMs = 10_000
/** Shorter than an embedder needs for a picture. */
const defaultBatchWaitMs = 5
const comma = Buffer.from(',')

interface Answer {
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
  readonly model: string | undefined
}

const Embedding = z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1) })
const Answer = z.object({ data: z.array(Embedding).min(1), model: z.string().optional() })

/** In the order of the request. Empty if two embeddings claim the same place. */
function inOrder(data: readonly z.infer<typeof Embedding>[]): readonly Float32Array<ArrayBuffer>[] {
  const places = new Map(data.map(({ index, embedding }, i) => [index ?? i, embedding]))
  const vectors = data.map((_, i) => places.get(i))
  return vectors.flatMap((vector) => (vector ? [Float32Array.from(vector)] : []))
}

/** The endpoint answered, but not with embeddings. */
class EmbedderRefusal extends ScoringUnavailable {
  readonly status: number

  constructor(message: string, status = 200) {
    super(message)
    this.status = status
  }

  /** The same pictures may succeed later: no more requests for now. */
  get isBusy(): boolean {
    return [408, 429, 502, 503, 504].includes(this.status)
  }

  /** Any other status says more about the key or the address. */
  get mayBeThePicture(): boolean {
    return [400, 413, 415, 422].includes(this.status)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
