import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const deliveryOutcomes = ['delivered', 'failed', 'dead'] as const

export type Metrics = ReturnType<typeof createMetrics>

/** Counts for Prometheus: requests, store, and (by the library) event loop, memory and processor. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'palate_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const requestSeconds = new Histogram({
    name: 'palate_http_request_duration_seconds',
    help: 'Time to answer by route',
    labelNames: ['method', 'route'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  const storeSeconds = new Histogram({
    name: 'palate_store_duration_seconds',
    help: 'Time of a statement (read) or a transaction (write)',
    labelNames: ['kind'],
    buckets: latencyBuckets,
    registers: [registry],
  })
  /** What is counted together is looked up once: the library makes a key of the labels each time. */
  const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>()
  function noteRequest(method: string, route: string, status: number, seconds: number): void {
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
  function noteStore(kind: 'read' | 'write', seconds: number): void {
    storeTimes[kind].observe(seconds)
  }
  const deliveries = new Counter({
    name: 'palate_webhook_deliveries_total',
    help: 'Attempts to deliver an event by outcome: delivered, failed (will be tried again), dead (given up)',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0)
  return { registry, noteRequest, noteStore, deliveries }
}

/** Serves `/metrics` on a port of its own, so that it need not be open to the world. */
export async function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}
