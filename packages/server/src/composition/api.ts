import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '@palate/core/fault.ts'
import type { Caller, KeySession } from '@palate/core/keys/access.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { trackConnections } from '../http/connections/connections.ts'
import type { Inject } from '../http/mcp/in-process-fetch.ts'
import { KeyWatch } from '../keys/key-watch.ts'
import { hashKey } from '../keys/secret.ts'
import { createSessionFinder, SessionRenewal } from '../keys/sessions/session-store.ts'
import { createKeyFinder, findKey } from '../keys/store.ts'
import { UsageMeter } from '../keys/usage.ts'
import { openOffload } from '../offload/offload.ts'
import { operationsOf } from '../operations.ts'
import { hashSecret, isWellFormedSecret } from '../platform/secrets.ts'
import type { Services } from '../services.ts'
import { createHandlers, type FeatureOptions, type MainFeatures } from './main-features.ts'

/** How long a shutdown waits for requests before it closes their connections. */
export const stopGraceMs = 10_000
const closeUnusedEveryMs = 100

export interface Api {
  /** `http://…`, with the actual port. */
  readonly address: string
  /**
   * Reports on `/readyz` that the process is stopping, and keeps serving for `PALATE_DRAIN_MS`, so that a load balancer
   * can take it out first.
   */
  drain(): Promise<void>
  /** Accepts waiting connections, and ends the result streams so that their requests can finish. */
  prepareStop(): Promise<void>
  /** Accepts no new connections and waits for running requests, at most `stopGraceMs`. */
  stop(): Promise<void>
  /** Stores the request counts and session renewals. Call it after `stop`, when they are final. */
  saveUsage(): Promise<void>
}

/** Listens for requests. */
export async function startApi(
  services: Services,
  features: MainFeatures,
  {
    smallBytesMax,
    dashboardDir,
    connectionsMax,
  }: FeatureOptions & Pick<AppOptions, 'dashboardDir' | 'connectionsMax'> = {},
): Promise<Api> {
  const { config, store, log } = services
  const usage = new UsageMeter(services, (error) => log.error({ err: error }, 'could not store the usage counts'))
  const largeRequests = openOffload(services, features.offloadThread, smallBytesMax)
  const renewal = new SessionRenewal(services)
  const keyWatch = new KeyWatch(services)
  const keys = {
    hashKey,
    findKey: createKeyFinder(store),
    count: (caller: Caller, nowMs: number) => usage.count(caller, nowMs),
    sessions: {
      isWellFormed: isWellFormedSecret,
      hashToken: hashSecret,
      findSession: createSessionFinder(store),
      renew: (session: KeySession, expiresAt: string) => renewal.renew(session, expiresAt),
    },
    findSigner: (accountId: string, keyId: string) => findKey(store.read, { accountId, keyId }),
    watch: (caller: Caller, end: (refusal: Fault) => void) => keyWatch.watch(caller, end),
  }
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  // Tools of agents call the other operations, once there are any.
  const inject: Inject = (request) => app.inject(request)
  const app = createApp(operationsOf(createHandlers(services, features, usage, inject, isStopping)), services, keys, {
    largeRequests,
    dashboardDir,
    connectionsMax,
    isStopping,
  })
  const connections = trackConnections(app.server)
  await app.listen({ host: config.host, port: config.port })
  app.server.on('error', (err) => log.error({ err }, 'could not accept a connection'))
  return {
    address: addressOf(app.server.address(), config.host),
    async drain() {
      stopping.abort()
      await pause(config.drainMs)
    },
    async prepareStop() {
      stopping.abort()
      await connections.acceptBacklog()
      features.batches.endStreams()
      features.webhooks.endStreams()
    },
    async stop() {
      // Repeated, because a stream that ends now leaves a keep-alive connection.
      const unused = setInterval(connections.closeUnused, closeUnusedEveryMs)
      const late = setTimeout(() => app.server.closeAllConnections(), stopGraceMs)
      await app.close()
      clearTimeout(late)
      clearInterval(unused)
    },
    async saveUsage() {
      await renewal.drain()
      await usage.close()
    },
  }
}

export function addressOf(address: AddressInfo | string | null, host: string): string {
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
