import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../harness/client.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, type Home } from '../harness/service.ts'
import { type Balancer, startBalancer } from './balancer.ts'

const clients = 8

describe.runIf(engines.includes('postgres'))('two processes behind a balancer that checks /readyz', () => {
  const processes = createProcesses()
  let home: Home
  let balancer: Balancer
  beforeAll(async () => {
    home = await createHome('postgres')
    balancer = await startBalancer()
  })
  afterAll(async () => {
    balancer.stop()
    await processes.stopAll()
    await home.remove()
  })

  async function startOne() {
    const serving = await processes.serve({
      ...home.env,
      PALATE_DRAIN_MS: '5000',
      PALATE_RATE_LIMIT: '1000000',
      PALATE_LOG_LEVEL: 'warn',
    })
    balancer.add(serving.address)
    await expect.poll(() => balancer.isReady(serving.address), { timeout: 60_000 }).toBe(true)
    return serving
  }

  test('a rolling restart under load has no failed request', { timeout: 180_000 }, async () => {
    const running = [await startOne(), await startOne()]
    const { call } = createClient(balancer.url, running[0]?.key ?? '')
    const failed: string[] = []
    const isOver = new AbortController()
    let sent = 0

    async function send(method: string, path: string, body?: unknown) {
      sent += 1
      const answer = await call(method, path, { body }).catch((error: Error) => ({ status: 0, text: error.message }))
      if (answer.status !== 200 && answer.status !== 201) failed.push(`${answer.status} ${answer.text}`)
    }
    async function load(client: number) {
      for (let i = 0; !isOver.signal.aborted; i++) {
        await send('POST', '/v1/profiles', { projectId: `p${client}`, name: `n${i}` })
        await send('GET', `/v1/profiles?projectId=p${client}&limit=5`)
        await pause(client)
      }
    }
    const loads = Array.from({ length: clients }, (_, client) => load(client))
    for (const old of running) {
      await startOne()
      const sentBefore = sent
      old.child.kill('SIGTERM')
      expect(await old.ended).toBe(0)
      expect(sent).toBeGreaterThan(sentBefore)
    }
    isOver.abort()
    await Promise.all(loads)
    expect(failed).toEqual([])
  })
})
