import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StoreLoad } from '../store/store.ts'
import { createServer } from './node-http.ts'

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const batchOutcomes = ['succeeded', 'failed', 'retried', 'returned'] as const
const deliveryOutcomes = ['delivered', 'failed', 'dead'] as const
const framePictures = ['new', 'known', 'unreadable'] as const
const cacheResults = { features: ['memory', 'store', 'miss'], models: ['memory', 'miss'] } as const

export type Metrics = ReturnType<typeof createMetrics>
/** Whether a scored picture was read for the first time. */
export type FramePicture = (typeof framePictures)[number]
export type CacheResult<Cache extends keyof typeof cacheResults> = (typeof cacheResults)[Cache][number]

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
  const requestsInFlight = new Gauge({
    name: 'palate_http_requests_in_flight',
    help: 'Requests that are being handled',
    registers: [registry],
  })
  const storeWaiting = new Gauge({
    name: 'palate_store_waiting',
    help: 'Statements and transactions that wait for their turn or for a connection',
    registers: [registry],
  })
  const storeConnections = new Gauge({
    name: 'palate_store_connections',
    help: 'Connections to PostgreSQL of the main thread by state: idle or used',
    labelNames: ['state'],
    registers: [registry],
  })
  const storeConnectionsMax = new Gauge({
    name: 'palate_store_connections_max',
    help: 'How many connections the main thread opens at most (PALATE_PG_CONNECTIONS); 0 without PostgreSQL',
    registers: [registry],
  })
  function showStore({ waiting, connections }: StoreLoad): void {
    storeWaiting.set(waiting)
    if (!connections) return
    const { max, idle, used } = connections
    storeConnectionsMax.set(max)
    storeConnections.set({ state: 'idle' }, idle)
    storeConnections.set({ state: 'used' }, used)
  }
  const cacheLookups = new Counter({
    name: 'palate_cache_lookups_total',
    help: 'Lookups of the features of pictures and of models by result: found in memory, found in the store, or a miss',
    labelNames: ['cache', 'result'],
    registers: [registry],
  })
  for (const [cache, results] of Object.entries(cacheResults)) {
    for (const result of results) cacheLookups.inc({ cache, result }, 0)
  }
  const framesScored = new Counter({
    name: 'palate_frames_scored_total',
    help: 'Frames that were scored, by whether their picture was new, known, or could not be read',
    labelNames: ['picture'],
    registers: [registry],
  })
  for (const picture of framePictures) framesScored.inc({ picture }, 0)
  const spansDropped = new Counter({
    name: 'palate_spans_dropped_total',
    help: 'Spans of traces that the collector did not take',
    registers: [registry],
  })
  const buildInfo = new Gauge({
    name: 'palate_build_info',
    help: 'What runs: always 1',
    labelNames: ['version', 'model', 'embedder', 'store'],
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
    buildInfo,
    cacheLookups,
    deliveries,
    framesScored,
    freeBytes,
    ready,
    requestsInFlight,
    scoringQueueWait,
    showStore,
    spansDropped,
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
