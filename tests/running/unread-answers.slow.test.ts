import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, type Home } from '../harness/service.ts'

const processes = createProcesses()
let home: Home
let serving: Serving
beforeAll(async () => {
  home = await createHome('sqlite')
  serving = await processes.serve({ ...home.env, PALATE_RATE_LIMIT: '1000000', PALATE_LOG_LEVEL: 'error' })
  // A list of them is half a megabyte.
  const names = Array.from({ length: 100 }, (_, i) => `n${i}`)
  const body = (name: string) => ({ projectId: 'p', name, seed: 's'.repeat(5000) })
  await Promise.all(names.map((name) => serving.call('POST', '/v1/profiles', { body: body(name) })))
})
afterAll(async () => {
  await processes.stopAll()
  await home.remove()
})

function memoryMegabytes(): number {
  const status = readFileSync(`/proc/${serving.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** How much the process grows while these connections are open. They send everything immediately and read nothing. */
async function growthWithout(reading: { readonly connections: number; readonly sent: string }): Promise<number> {
  expect((await serving.call('GET', '/v1/profiles')).body.profiles).toHaveLength(100)
  const before = memoryMegabytes()
  const { hostname, port } = new URL(serving.address)
  const clients = Array.from({ length: reading.connections }, () => {
    const client = connect(Number(port), hostname).on('error', () => {})
    client.pause().write(reading.sent)
    return client
  })
  let most = 0
  for (let i = 0; i < 10; i++) {
    await pause(200)
    most = Math.max(most, memoryMegabytes())
  }
  // It still answers other clients.
  expect((await serving.call('GET', '/v1/profiles?limit=1')).status).toBe(200)
  for (const client of clients) client.destroy()
  return most - before
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: h\r\n${headers}\r\n`

test.skipIf(process.platform !== 'linux')('responses to pipelined requests do not pile up', async () => {
  const list = get('/v1/profiles', `authorization: Bearer ${serving.key}\r\n`)
  expect(await growthWithout({ connections: 1, sent: list.repeat(1000) })).toBeLessThan(150)
})

test.skipIf(process.platform !== 'linux')('responses to pipelined requests without a key do not pile up', async () => {
  expect(await growthWithout({ connections: 20, sent: get('/openapi.json').repeat(3000) })).toBeLessThan(150)
})
