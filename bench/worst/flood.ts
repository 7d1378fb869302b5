import { Agent, request } from 'undici'

/** What to send. `{n}` in the body becomes a different number each time. */
export interface Flood {
  readonly url: string
  readonly key: string
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

// Runs in its own process: sends the request on many connections, each time that the last one was answered, and prints
// how many were answered with which status.

const { url, key, method, body, connections, seconds } = JSON.parse(process.argv[2] ?? '') as Flood
const dispatcher = new Agent({ connections, headersTimeout: 0, bodyTimeout: 0 })
const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
const until = performance.now() + seconds * 1000
const statuses: Record<string, number> = {}
let count = 0

async function send(): Promise<void> {
  count += 1
  const sent = body?.replace('{n}', String(count)) ?? null
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
