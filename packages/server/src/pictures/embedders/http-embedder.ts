import { createHash } from 'node:crypto'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import sharp from 'sharp'
import { Pool } from 'undici'
import { z } from 'zod'
import type { HttpEmbedderSettings } from '../../config/embedder-settings.ts'
import { decodeVersion } from '../decoding/decode.ts'
import { ScoringUnavailable } from '../picture-faults.ts'
import type { Embedder } from './embedder.ts'

/**
 * An endpoint with the OpenAI embeddings API extended to pictures, such as Infinity. Sends one request per picture,
 * because such servers batch concurrent requests themselves.
 */
export async function openHttpEmbedder({ url, model, token }: HttpEmbedderSettings): Promise<Embedder> {
  const { origin, host, pathname, search } = new URL(url)
  const pool = new Pool(origin, { connections: connectionsMax, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }

  async function request(pixels: Pixels, traceparent?: string): Promise<z.infer<typeof Answer>> {
    const input = [await dataUrlOf(pixels)]
    const body = JSON.stringify({ model, input, modality: 'image', encoding_format: 'float' })
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await pool
      .request({
        method: 'POST',
        path: pathname + search,
        headers: { ...headers, ...(traceparent && { traceparent }) },
        body,
        signal,
      })
      .catch(throwUnreachable)
    const text = await response.body.text().catch(throwUnreachable)
    if (response.statusCode !== 200) throw unavailable(`answered with status ${response.statusCode}`)
    const answer = Answer.safeParse(jsonOf(text))
    if (!answer.success) throw unavailable('did not return exactly one embedding')
    return answer.data
  }

  function throwUnreachable(error: Error): never {
    throw unavailable('cannot be reached', error)
  }

  function unavailable(what: string, cause?: Error): ScoringUnavailable {
    return new ScoringUnavailable(`the embedder at ${host} ${what}`, { cause })
  }

  async function embedOne(pixels: Pixels, traceparent?: string): Promise<Float32Array<ArrayBuffer>> {
    const { data } = await request(pixels, traceparent)
    if (data[0].embedding.length !== dimensions) throw unavailable('changed the length of its embeddings')
    return Float32Array.from(data[0].embedding)
  }

  const blank = { width: 32, height: 32, data: new Uint8Array(32 * 32 * 3).fill(128) }
  const probe = await request(blank).catch(async (error) => {
    await pool.destroy()
    throw error
  })
  const dimensions = probe.data[0].embedding.length
  const identity = [url, model, probe.model ?? null, dimensions, pictureSide, decodeVersion]
  return {
    id: `http-${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)}`,
    dimensions,
    picture: { shape: 'whole', side: pictureSide },
    embed: (pictures, traceparent) => Promise.all(pictures.map((one) => embedOne(one, traceparent))),
    close: () => pool.destroy(),
  }
}

const connectionsMax = 16
const timeoutMs = 10_000
/** Enough for models that take 224 to 448 pixels and crop or resize in different ways. */
const pictureSide = 448

const Embedding = z.object({ embedding: z.array(z.number()).min(1) })
const Answer = z.object({ data: z.tuple([Embedding]), model: z.string().optional() })

async function dataUrlOf({ width, height, data }: Pixels): Promise<string> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const jpeg = await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
