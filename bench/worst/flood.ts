import { json } from 'node:stream/consumers'
import { Agent, request } from 'undici'

/** What to send. `{n}` in the body becomes eight digits, different each time. */
export interface Flood {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

// Runs in its own process: sends the request on many connections, each time that the last one was answered, and prints
// how many were answered with which status.

const { url, method, headers, body, connections, seconds } = (await json(process.stdin)) as Flood
const dispatcher = new Agent({ connections, headersTimeout: 0, bodyTimeout: 0 })
const until = performance.now() + seconds * 1000
const statuses: Record<string, number> = {}
let count = 0

async function send(): Promise<void> {
  count += 1
  const sent = body?.replace('{n}', String(count).padStart(8, '0')) ?? null
  const response = await request(url, { method, headers, body: sent, dispatcher })
  await response.body.dump({ limit: Number.POSITIVE_INFINITY })
  statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) await send()
  }),
)
process.stdout.write(JSON.stringify(statuses))
