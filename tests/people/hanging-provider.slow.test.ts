import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { startService } from '../harness/service.ts'

const settings = { PALATE_OIDC_CLIENT_ID: 'palate', PALATE_OIDC_ROLES: '*=viewer' }

test('a provider that hangs, or is never read, delays only those who sign in', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}).pause())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const own = await startService('sqlite', { ...settings, PALATE_OIDC_ISSUER: `http://127.0.0.1:${port}` })
  const waiting = Array.from({ length: 20 }, () => own.call('GET', '/api/session/oidc', { key: null }))
  let connections = 0
  silent.getConnections((_, count) => {
    connections = count
  })
  expect((await own.call('GET', '/api/session')).status).toBe(200)
  for (const answer of await Promise.all(waiting)) expectProblem(answer, 503, 'provider_unavailable')
  expect(connections).toBeLessThan(2)
  await own.stop()
  silent.close()
}, 30_000)
