import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import { forgetExpired } from './http/idempotency.ts'
import { serviceHandlers } from './http/service-handlers.ts'
import { bootstrap } from './keys/accounts.ts'
import { keyHandlers } from './keys/handlers.ts'
import { hashKey } from './keys/make.ts'
import { createKeyFinder, deleteWindowsBefore } from './keys/store.ts'
import { UsageMeter } from './keys/usage.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { historyHandlers } from './profiles/history-handlers.ts'
import { findState } from './profiles/states.ts'
import { projectHandlers } from './projects/handlers.ts'
import { scoringHandlers } from './scoring/handlers.ts'
import { createLearnedFrom } from './scoring/learned.ts'
import { startScoring } from './scoring/scoring.ts'
import { createIdSource, type Services } from './services.ts'
import { openStore } from './store/open.ts'
import { version } from './version.ts'

export interface Running {
  /** `http://…`, with the port that was chosen. */
  readonly address: string
  readonly metricsAddress: string | undefined
  /** The key of the first account, where this start has made it. */
  readonly firstKey: string | undefined
  stop(): Promise<void>
}

interface Surroundings {
  readonly config: Config
  readonly log: Logger
  readonly clock?: () => Date
}

export const stopGraceMs = 10_000
const sweepEveryMs = 10 * 60_000

/** Starts the service: opens the store, makes the first account where there is none, listens. */
export async function start({ config, log, clock = () => new Date() }: Surroundings): Promise<Running> {
  const metrics = createMetrics()
  const store = await openStore(config, metrics.noteStore)
  const services: Services = { config, store, log, metrics, clock, newId: createIdSource(clock) }
  const firstKey = await bootstrap(store, services, config.dataDir, config.bootstrapKey)
  const usage = new UsageMeter(store, (error) => log.error({ err: error }, 'usage could not be stored'))
  const findKeyByHash = createKeyFinder(store)
  const scoring = await startScoring(services)
  const handlers = {
    ...serviceHandlers(services, version),
    ...keyHandlers(services, usage),
    ...projectHandlers(),
    ...profileHandlers(services, createLearnedFrom(scoring.teacher)),
    ...historyHandlers(services),
    ...scoringHandlers(scoring, findState),
  }
  const app = createApp(services, handlers, {
    findKey: (key) => findKeyByHash(hashKey(key)),
    count: (caller, nowMs) => usage.count(caller, nowMs),
  })
  const sweep = setInterval(() => void sweepStore(services), sweepEveryMs).unref()
  await app.listen({ host: config.host, port: config.port })
  const metricsServer =
    config.metricsPort === undefined ? undefined : await serveMetrics(metrics, config.host, config.metricsPort)

  return {
    address: addressOf(app.server.address(), config.host),
    metricsAddress: metricsServer && addressOf(metricsServer.address(), config.host),
    firstKey: config.bootstrapKey === undefined ? firstKey : undefined,
    async stop() {
      clearInterval(sweep)
      const late = setTimeout(() => app.server.closeAllConnections(), stopGraceMs)
      await app.close()
      clearTimeout(late)
      metricsServer?.close()
      await scoring.stop()
      await usage.close()
      await store.close()
    },
  }
}

/** Removes what has had its time. Safe beside other processes: each statement deletes what is old, or finds nothing. */
async function sweepStore({ store, clock, log }: Services): Promise<void> {
  const now = clock()
  try {
    await store.write((db) => forgetExpired(db, now.toISOString()))
    await store.write((db) => deleteWindowsBefore(db, Math.floor(now.getTime() / 60_000) - 2))
  } catch (error) {
    log.error({ err: error }, 'the sweep failed')
  }
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
