import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createServer } from './node-http.ts'

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const batchOutcomes = ['succeeded', 'failed', 'retried', 'returned'] as const
const deliveryOutcomes = ['delivered', 'failed', 'dead'] as const

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics: requests, store, background work, and the library's defaults (event loop, memory, processor). */
export function createMetrics() {
  const registry = new Registry()
  const collectHooks: (() => void)[] = []
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'palate_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const requestSeconds = new Histogram({
    name: 'palate_http_request_duration_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  const storeSeconds = new Histogram({
    name: 'palate_store_duration_seconds',
    help: 'Duration of a statement (read) or a transaction (write)',
    labelNames: ['kind'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  /** The library would build a key from the labels each time. Bounded by the route table, so nothing is evicted. */
  const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>()
  function observeRequest(method: string, route: string, status: number, seconds: number): void {
    const name = `${method} ${status} ${route}`
    const known = children.get(name)
    const child = known ?? {
      count: requests.labels({ method, route, status }),
      time: requestSeconds.labels({ method, route }),
    }
    if (!known) children.set(name, child)
    child.count.inc()
    child.time.observe(seconds)
  }
  const storeTimes = { read: storeSeconds.labels('read'), write: storeSeconds.labels('write') }
  function observeStore(kind: 'read' | 'write', seconds: number): void {
    storeTimes[kind].observe(seconds)
  }
  const deliveries = new Counter({
    name: 'palate_webhook_deliveries_total',
    help: 'Attempts to deliver an event by outcome: delivered, failed (will be tried again), dead (given up)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0)
  const batchFrames = new Counter({
    name: 'palate_batch_frames_total',
    help: 'Attempts to score batch frames by outcome: succeeded, failed, retried later, or returned untried',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of batchOutcomes) batchFrames.inc({ outcome }, 0)
  const batchLeasesLost = new Counter({
    name: 'palate_batch_leases_lost_total',
    help: 'Batch frame leases that expired before the work was done',
    registers: [registry],
  })
  const batchFailures = new Counter({
    name: 'palate_batch_failures_total',
    help: 'How often a batch could not be opened, claimed or stored and was postponed',
    registers: [registry],
  })
  const batchQueueAge = new Gauge({
    name: 'palate_batch_queue_age_seconds',
    help: 'Age of the oldest unfinished batch',
    registers: [registry],
  })
  const webhookQueueAge = new Gauge({
    name: 'palate_webhook_queue_age_seconds',
    help: 'How long the oldest delivery that is due has waited',
    registers: [registry],
  })
  const ready = new Gauge({
    name: 'palate_ready',
    help: 'Whether a check of /readyz passes: 1 or 0',
    labelNames: ['check'],
    registers: [registry],
  })
  const freeBytes = new Gauge({
    name: 'palate_data_free_bytes',
    help: 'Free space on the disk of the data directory',
    registers: [registry],
  })
  const scoringQueueWait = new Histogram({
    name: 'palate_scoring_queue_wait_seconds',
    help: 'Time that pictures wait for a worker by priority',
    labelNames: ['priority'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  return {
    registry,
    /** Registers a function to run before metrics are collected, for callers that count in batches. */
    beforeCollect: (work: () => void) => void collectHooks.push(work),
    collect() {
      for (const work of collectHooks) work()
      return registry.metrics()
    },
    observeRequest,
    observeStore,
    batchFailures,
    batchFrames,
    batchLeasesLost,
    batchQueueAge,
    deliveries,
    freeBytes,
    ready,
    scoringQueueWait,
    webhookQueueAge,
  }
}

/** Serves `/metrics` on a separate port, which need not be public, and `/healthz` for processes without the API. */
export async function serveMetrics({ registry, collect }: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n')
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const text = await collect().catch(() => undefined)
    if (text === undefined) return response.writeHead(503).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  // Keep the listener: an error while accepting a connection must not end the process.
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve))
  return server
}
