import type { Logger } from 'pino'
import { type Api, addressOf, startApi } from './composition/api.ts'
import { type Background, startBackground } from './composition/background.ts'
import {
  type FeatureOptions,
  type MainFeatures,
  openMainFeatures,
  readinessChecks,
} from './composition/main-features.ts'
import { observeState } from './composition/observe-state.ts'
import type { Config, TraceSettings } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import { bootstrap, findAccount, findUnusedFirstKey } from './keys/accounts.ts'
import { createFirstCode } from './keys/sessions/session-store.ts'
import { createIdSource } from './platform/ids.ts'
import { createMetrics, type Metrics, serveMetrics } from './platform/metrics.ts'
import { createAddStatement } from './platform/tracing/statements.ts'
import type { Tracer } from './platform/tracing/tracing.ts'
import type { Services } from './services.ts'
import type { Migration } from './store/migrations/migrations.ts'
import { openStore } from './store/open.ts'
import type { ObserveDuration } from './store/store.ts'

// For `palate doctor` and `palate embedder check`. Exported with the server, so that the package contains one copy of
// it.
export { checkEmbedder, type EmbedderCheck, readProfile } from './composition/check-embedder.ts'
export { tryModels } from './scoring/self-test.ts'

export interface Running {
  /** `http://…`, with the actual port. */
  readonly address: string
  /** A sign-in code, if this start created the first account. */
  readonly firstCode: string | undefined
  readonly metricsAddress: string | undefined
  /** Call it before `stop`, so that a load balancer can take the process out: see `Api.drain`. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export type RunningWorker = Pick<Running, 'metricsAddress' | 'stop'>

interface WorkerOptions {
  readonly config: Config
  readonly log: Logger
  readonly clock?: () => Date
  /** Upgrade tests pass the migrations of another version. */
  readonly migrations?: readonly Migration[]
}

interface StartOptions extends WorkerOptions, FeatureOptions {
  /** Whether this process also does background work; true by default. */
  readonly isWorker?: boolean
  /** Connections of clients, if not the default; for tests. */
  readonly connectionsMax?: number
  /** The directory of the built dashboard, if it is not the default. */
  readonly dashboardDir?: string
  /** Called with the first account's key as soon as it is stored, even if the start fails later. */
  readonly onFirstKey?: (key: string) => void
}

/** Starts the service: opens the store, creates the first account if there is none, and listens. */
export async function start({
  isWorker = true,
  onFirstKey,
  smallBytesMax,
  dashboardDir,
  connectionsMax,
  threads,
  ...options
}: StartOptions): Promise<Running> {
  const services = await openServices(options)
  const firstKey = await createFirstAccount(services, onFirstKey)
  await requireSignOnAccount(services)
  const features = await openMainFeatures(services, { smallBytesMax, threads })
  const api = await startApi(services, features, { smallBytesMax, dashboardDir, connectionsMax })
  const metricsServer = await openMetrics(services, features)
  const background = isWorker ? await startBackground(services, features) : undefined
  const firstCode = firstKey === undefined ? undefined : await createFirstCode(services, firstKey)
  const { address } = api
  return { address, firstCode, drain: api.drain, ...running({ services, features, metricsServer, background, api }) }
}

/** With a misspelt name, nobody could sign in, and only the log would say why. */
async function requireSignOnAccount({ config, store }: Services): Promise<void> {
  const name = config.oidc?.account
  if (name === undefined || (await findAccount(store.read, name))) return
  await store.close()
  throw new ConfigError(
    `PALATE_OIDC_ACCOUNT must be the name of an account: create it with \`palate accounts create ${name}\``,
  )
}

/** Starts only background work: no API, no first account. Any number may run alongside any number of services. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const services = await openServices(options)
  const features = await openMainFeatures(services)
  const metricsServer = await openMetrics(services, features)
  const background = await startBackground(services, features)
  return running({ services, features, metricsServer, background, api: undefined })
}

interface Parts {
  readonly services: Services
  readonly features: MainFeatures
  readonly metricsServer: Awaited<ReturnType<typeof openMetrics>>
  readonly background: Background | undefined
  readonly api: Api | undefined
}

function running(parts: Parts): RunningWorker {
  const { services, metricsServer } = parts
  const metricsAddress = metricsServer && addressOf(metricsServer.address(), services.config.host)
  return { metricsAddress, stop: () => shutDown(parts) }
}

/** Shuts down in order: first what accepts work, then what does it, and finally the store that all of them use. */
async function shutDown({ services, features, metricsServer, background, api }: Parts): Promise<void> {
  const { log, store } = services
  // Without an API there are no final requests for the metrics to show.
  if (!api) metricsServer?.close()
  await api?.prepareStop()
  // Batches and events that the last requests store are left to other processes or the next start.
  await Promise.all([api?.stop(), background && bestEffort(log, background.stop())])
  if (api) metricsServer?.close()
  await bestEffort(log, features.offloadThread.close())
  await bestEffort(log, features.scoring.stop())
  await bestEffort(log, features.webhooks.stop())
  if (api) await bestEffort(log, api.saveUsage())
  await bestEffort(log, store.close())
  if (services.tracer) await bestEffort(log, services.tracer.close())
}

/** A component that fails to stop (if its store is gone, say) must not keep the others from stopping. */
async function bestEffort(log: Logger, stopping: Promise<void>): Promise<void> {
  await stopping.catch((err: unknown) => log.error({ err }, 'a component did not stop cleanly'))
}

async function openServices({ config, log, clock = () => new Date(), migrations }: WorkerOptions): Promise<Services> {
  const metrics = createMetrics()
  const tracer = config.traces && (await openTracer(config.traces, log, metrics))
  const addStatement = createAddStatement(config.databaseUrl)
  const observe: ObserveDuration = (kind, seconds, text) => {
    metrics.observeStore(kind, seconds)
    if (tracer) addStatement(kind, seconds, text)
  }
  const store = await openStore(config, { observe, log, migrations, clock, isService: true })
  metrics.beforeCollect(() => metrics.showStore(store.load()))
  return { config, store, log, metrics, clock, newId: createIdSource(clock), tracer }
}

/** Loaded on demand. */
async function openTracer(settings: TraceSettings, log: Logger, { spansDropped }: Metrics): Promise<Tracer> {
  const { openOtlpTracer } = await import('./platform/tracing/otlp-tracer.ts')
  return openOtlpTracer(settings, log, (count) => spansDropped.inc(count))
}

async function createFirstAccount(services: Services, onFirstKey?: (key: string) => void) {
  const { config, store } = services
  // Without the log: the key is printed, and if the start fails, one line says why.
  const { clock, newId } = services
  const key = await bootstrap(store, { clock, newId }, config.dataDir, config.bootstrapKey)
  if (key === undefined) return findUnusedFirstKey(store.read, config.dataDir)
  if (config.bootstrapKey === undefined) onFirstKey?.(key)
  return key
}

async function openMetrics(services: Services, features: MainFeatures) {
  const { config, metrics } = services
  if (config.metricsPort === undefined) return undefined
  const server = await serveMetrics(metrics, config.host, config.metricsPort)
  const observer = observeState(services, readinessChecks(services, features))
  return {
    address: () => server.address(),
    close() {
      observer.stop()
      server.close()
    },
  }
}
