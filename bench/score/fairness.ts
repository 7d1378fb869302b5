import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Client } from '../../tests/harness/client.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, ms, percentile } from '../harness/report.ts'
import { residentMb } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'

const measureMs = 8000
const pauseMs = 10
const holdMsMax = 50
const pictures = 250
const ownDimensions = Array.from({ length: 200 }, (_, i) => `own-${i}`)
const plainFrames = 3000
/** Each frame is explained in each of the 200 dimensions. */
const explainedFrames = 200
const longAnswer = `${'very '.repeat(1600)}minimal, ${'very '.repeat(1600)}warm`

/** A cached score of one account, one request at a time: alone, and during the largest requests of another account. */
export async function measureFairness({ fixture, served }: ScoreBench): Promise<readonly Line[]> {
  const busy = await openAccount(served, pictures)
  const other = await openAccount(served.as(await fixture.newAccount()), 1)
  const single = { profile_id: other.profile, frames: other.framesOf(1), dimensions: ['aesthetics'] }
  const plain = { profile_id: busy.profile, frames: busy.framesOf(plainFrames), dimensions: ['aesthetics'] }
  const explained = {
    ...{ profile_id: busy.profile, frames: busy.framesOf(explainedFrames) },
    ...{ dimensions: ownDimensions, explain: true },
  }
  // Fits the models and caches the features.
  await Promise.all([send(other.client, single), send(busy.client, { ...explained, frames: busy.framesOf(1) })])
  await fixture.readHold(served)

  async function measure(
    what: string,
    load?: { readonly body: object; readonly requests: number; readonly key?: true },
  ) {
    const leave = new AbortController()
    let bytes = 0
    let answers = 0
    let largestMb = 0
    const loads = Array.from({ length: load?.requests ?? 0 }, async (_, i) => {
      while (load && !leave.signal.aborted) {
        const headers = load.key && { 'idempotency-key': `fairness ${i} ${answers} ${Date.now()}` }
        const count = (received: number) => {
          bytes += received
        }
        await send(busy.client, load.body, { signal: leave.signal, headers, count }).catch(unlessLeft(leave.signal))
        answers += 1
      }
    })
    await pause(500)
    await fixture.readHold(served)
    const times: number[] = []
    for (const until = performance.now() + measureMs; performance.now() < until; ) {
      const started = performance.now()
      await send(other.client, single)
      times.push(performance.now() - started)
      largestMb = Math.max(largestMb, residentMb(served.child))
      await pause(pauseMs)
    }
    const hold = await fixture.readHold(served)
    leave.abort()
    await Promise.all(loads)
    await pause(500)
    return { what, times: times.toSorted((a, b) => a - b), hold, largestMb, answers, megabytes: bytes / 1e6 }
  }

  const alone = await measure('alone')
  const measured = [
    await measure(`8 requests of ${plainFrames} frames`, { body: plain, requests: 8 }),
    await measure(`16 requests of ${plainFrames} frames`, { body: plain, requests: 16 }),
    await measure('8 explained requests over 200 dimensions', { body: explained, requests: 8 }),
    await measure('16 explained requests over 200 dimensions', { body: explained, requests: 16 }),
    await measure('16 of those with idempotency keys', { body: explained, requests: 16, key: true }),
  ]
  const line = ({ what, times, hold, largestMb, answers, megabytes }: Awaited<ReturnType<typeof measure>>): Line => {
    const at = (share: number) =>
      `${ms(percentile(times, share))} (${(percentile(times, share) / percentile(alone.times, share)).toFixed(1)}×)`
    const received = answers > 0 ? `, ${megabytes.toFixed(1)} MB received` : ''
    return {
      what,
      figure: `p50 ${at(0.5)}, max ${at(1)}, loop held ${ms(hold.wallMs)} (processor ${ms(hold.processorMs)}), ${largestMb.toFixed(0)} MB resident${received}`,
      target: `processor ${holdMsMax} ms`,
      met: hold.processorMs <= holdMsMax,
    }
  }
  return [alone, ...measured].map(line)
}

async function openAccount(client: Client, count: number) {
  const profile = await createProfile(client)
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const background = { r: (i * 37) % 256, g: (i * 91) % 256, b: i % 256 }
    const raw = new Uint8Array(
      await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    const path = '/api/frames/upload?projectId=bench'
    const { status, text, body } = await client.call('POST', path, { raw, headers: { 'content-type': 'image/png' } })
    if (status !== 201) throw new Error(text)
    ids.push(body.id)
  }
  const exemplars = ownDimensions.map((dimension, i) => ({
    ...{ id: `e${i}`, url: `frame:${ids[i % count]}`, dimension, label: i % 2 ? 'good' : 'bad' },
  }))
  const snapshot = { constraints: [{ id: 'c', question: 'How?', answer: longAnswer }], exemplars, comparisons: [] }
  const version = { id: 'v1', branchId: 'main', parentVersionId: null, message: 'all', snapshot }
  const changed = await client.call('PATCH', `/v1/profiles/${profile}`, {
    body: { profileData: { versions: [version] } },
  })
  if (changed.status !== 200) throw new Error(changed.text)
  const framesOf = (wanted: number) =>
    Array.from({ length: wanted }, (_, i) => ({ id: `f${i}`, url: `frame:${ids[i % count]}` }))
  return { client, profile, framesOf }
}

const agent = new Agent({ keepAlive: true })

interface Options {
  readonly signal?: AbortSignal
  readonly headers?: object | undefined
  /** Called with the length of each chunk of the response. */
  readonly count?: (bytes: number) => void
}

/** Reads and discards the whole response. */
function send({ url, key }: Client, body: object, { signal, headers, count }: Options = {}): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { hostname, port } = new URL(url)
  const sentHeaders = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers }
  const options = { agent, hostname, port, path: '/v1/score', method: 'POST', headers: sentHeaders, signal }
  const sent = request(options, (response) => {
    response.on('data', (piece: Buffer) => count?.(piece.length))
    response.on('error', reject)
    response.on('end', () =>
      response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
    )
  })
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

/** A request aborted by its client is not a failure. */
function unlessLeft(signal: AbortSignal) {
  return (error: unknown): void => {
    if (!signal.aborted) throw error
  }
}
