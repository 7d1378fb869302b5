import type { AddressInfo } from 'node:net'
import { dimensionsOf } from '@palate/core/taste/dimensions.ts'
import type { Logger } from 'pino'
import { type Batches, openBatches } from './batches/batches.ts'
import { batchHandlers } from './batches/handlers.ts'
import { createFailBatches } from './batches/settle.ts'
import type { Config } from './config.ts'
import { createApp } from './http/app.ts'
import { trackConnections } from './http/connections.ts'
import { forgetExpired } from './http/idempotency.ts'
import { serviceHandlers } from './http/service-handlers.ts'
import { createIdSource } from './ids.ts'
import { bootstrap } from './keys/accounts.ts'
import { keyHandlers } from './keys/handlers.ts'
import { hashKey } from './keys/make.ts'
import { createKeyFinder, deleteWindowsBefore } from './keys/store.ts'
import { UsageMeter } from './keys/usage.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { createSsrfGuard } from './network/ssrf-guard.ts'
import { profileHandlers } from './profiles/handlers.ts'
import { historyHandlers } from './profiles/history-handlers.ts'
import { findPinnedState, findState } from './profiles/states.ts'
import { projectHandlers } from './projects/handlers.ts'
import { createDimensionCheck, createScorerFactory } from './scoring/frame-scorer.ts'
import { scoringHandlers } from './scoring/handlers.ts'
import { createTasteSummaries } from './scoring/learning/taste-summaries.ts'
import { type Scoring, startScoring } from './scoring/scoring.ts'
import type { Services } from './services.ts'
import { openStore } from './store/open.ts'
import { version } from './version.ts'
import type { FindScorable } from './webhooks/alert-handlers.ts'
import { sweepWebhooks } from './webhooks/sweep.ts'
import { openWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface Running {
  /** `http://…`, with the port that was chosen. */
  readonly address: string
  readonly metricsAddress: string | undefined
  stop(): Promise<void>
}

export type RunningWorker = Pick<Running, 'metricsAddress' | 'stop'>

interface Surroundings {
  readonly config: Config
  readonly log: Logger
  readonly clock?: () => Date
}

interface Beginning extends Surroundings {
  readonly isWorker?: boolean
  /** Told the key of the first account as soon as this start has made it, whatever becomes of the start. */
  readonly tellFirstKey?: (key: string) => void
}

export const stopGraceMs = 10_000
const closeUnusedEveryMs = 100
const sweepEveryMs = 10 * 60_000

/**
 * Starts the service: opens the store, makes the first account where there is none, listens. Background work is done
 * here too, unless it is left to other processes.
 */
export async function start({ isWorker = true, tellFirstKey, ...given }: Beginning): Promise<Running> {
  const services = await openServices(given)
  const { config, store, log } = services
  const firstKey = await bootstrap(store, services, config.dataDir, config.bootstrapKey)
  if (firstKey !== undefined && config.bootstrapKey === undefined) tellFirstKey?.(firstKey)
  const usage = new UsageMeter(store, (error) => log.error({ err: error }, 'usage could not be stored'))
  const scoring = await startScoring(services)
  const webhooks = openWebhooks(services, addressRules(config))
  const createScorer = createScorerFactory(scoring, webhooks.noteScore)
  const batches = openBatches(services, { prepare: createScorer, findPinnedState, noteEnd: webhooks.noteBatchEnd })
  const handlers = {
    ...serviceHandlers(services, version),
    ...keyHandlers(services, usage, webhooks.record),
    ...projectHandlers(),
    ...profileHandlers(
      services,
      createTasteSummaries(scoring.trainingSets),
      webhooks.record,
      createFailBatches(webhooks.noteBatchEnd),
    ),
    ...historyHandlers(services, webhooks.record),
    ...scoringHandlers(scoring, createScorer, findState),
    ...batchHandlers(services, {
      ...batches,
      findState,
      checkDimensions: createDimensionCheck(scoring),
      noteEnd: webhooks.noteBatchEnd,
    }),
    ...webhooks.handlers(createFindScorable(scoring)),
  }
  const app = createApp(services, handlers, {
    hashKey,
    findKey: createKeyFinder(store),
    count: (caller, nowMs) => usage.count(caller, nowMs),
  })
  const connections = trackConnections(app.server)
  await app.listen({ host: config.host, port: config.port })
  const metricsServer = await openMetrics(services)
  const background = isWorker ? await startBackground(services, scoring, batches, webhooks) : undefined

  return {
    address: addressOf(app.server.address(), config.host),
    metricsAddress: metricsServer && addressOf(metricsServer.address(), config.host),
    async stop() {
      await connections.letIn()
      batches.endStreams()
      // A stream that ends now leaves behind a connection that was told to stay open.
      const unused = setInterval(connections.closeUnused, closeUnusedEveryMs)
      const late = setTimeout(() => app.server.closeAllConnections(), stopGraceMs)
      // What requests are about to submit or record is done by others, or after the next start.
      await Promise.all([app.close(), background && inSpite(log, background.stop())])
      clearTimeout(late)
      clearInterval(unused)
      metricsServer?.close()
      await inSpite(log, scoring.stop())
      await inSpite(log, webhooks.stop())
      await inSpite(log, usage.close())
      await inSpite(log, store.close())
    },
  }
}

/** Background work alone: no API, no first account. Any number of these may run beside any number of services. */
export async function startWorker(given: Surroundings): Promise<RunningWorker> {
  const services = await openServices(given)
  const { config, store, log } = services
  const scoring = await startScoring(services)
  const webhooks = openWebhooks(services, addressRules(config))
  const createScorer = createScorerFactory(scoring, webhooks.noteScore)
  const batches = openBatches(services, { prepare: createScorer, findPinnedState, noteEnd: webhooks.noteBatchEnd })
  const metricsServer = await openMetrics(services)
  const background = await startBackground(services, scoring, batches, webhooks)
  return {
    metricsAddress: metricsServer && addressOf(metricsServer.address(), config.host),
    async stop() {
      metricsServer?.close()
      await inSpite(log, background.stop())
      await inSpite(log, scoring.stop())
      await inSpite(log, webhooks.stop())
      await inSpite(log, store.close())
    },
  }
}

/** What cannot be stopped well, because the store is gone, say, must not keep the rest from being stopped. */
async function inSpite(log: Logger, stopped: Promise<void>): Promise<void> {
  await stopped.catch((err: unknown) => log.error({ err }, 'a part could not be stopped well'))
}

async function openServices({ config, log, clock = () => new Date() }: Surroundings): Promise<Services> {
  const metrics = createMetrics()
  const store = await openStore(config, metrics.noteStore)
  return { config, store, log, metrics, clock, newId: createIdSource(clock) }
}

async function startBackground(services: Services, scoring: Scoring, batches: Batches, webhooks: Webhooks) {
  webhooks.startCourier()
  await batches.runner.start()
  const sweeps = [scoring.sweep, batches.sweep, () => sweepWebhooks(services)]
  const sweep = setInterval(() => void sweepStore(services, sweeps), sweepEveryMs).unref()
  return {
    async stop() {
      clearInterval(sweep)
      await Promise.all([batches.runner.stop(), webhooks.stopCourier()])
    },
  }
}

/** Webhooks follow the same address rules as frames. */
function addressRules({ allowPrivateNetwork }: Config) {
  return createSsrfGuard({ allow: allowPrivateNetwork })
}

function createFindScorable({ trainingSets }: Scoring): FindScorable {
  return async (db, caller, profileId) => {
    const state = await findState(db, caller, profileId, {})
    const dimensions = dimensionsOf(await trainingSets.dimensionNames(state))
    return { projectId: state.projectId, dimensions: dimensions.map(({ name }) => name) }
  }
}

async function openMetrics({ config, metrics }: Services) {
  return config.metricsPort === undefined ? undefined : serveMetrics(metrics, config.host, config.metricsPort)
}

/** Removes what has had its time. Safe beside other processes: each statement deletes what is old, or finds nothing. */
async function sweepStore({ store, clock, log }: Services, sweeps: readonly (() => Promise<void>)[]): Promise<void> {
  const now = clock()
  try {
    await store.write((db) => forgetExpired(db, now.toISOString()))
    await store.write((db) => deleteWindowsBefore(db, Math.floor(now.getTime() / 60_000) - 2))
    for (const sweep of sweeps) await sweep()
  } catch (error) {
    log.error({ err: error }, 'the sweep failed')
  }
}

function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
