import { expect, inject } from 'vitest'
import { createFlakyProxy, type FlakyProxy } from '../harness/flaky-proxy.ts'
import { createHome, type Home, startService, type TestService } from '../harness/service.ts'

/** A service with a proxy between it and its PostgreSQL. */
export async function startAcross(): Promise<{
  home: Home
  service: TestService
  network: FlakyProxy
  databaseUrl: string
}> {
  const home = await createHome('postgres')
  const network = await createFlakyProxy(new URL(inject('postgresUrl')))
  const url = new URL(home.env.DATABASE_URL ?? '')
  url.port = String(network.port)
  const env = { DATABASE_URL: url.href, PALATE_METRICS_PORT: '0' }
  const service = await startService('postgres', env, home)
  expect((await service.call('GET', '/readyz')).status).toBe(200)
  return { home, service, network, databaseUrl: url.href }
}
