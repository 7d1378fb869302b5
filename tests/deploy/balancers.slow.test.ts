import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FlakyProxy } from '../harness/flaky-proxy.ts'
import { freePort } from '../harness/free-port.ts'
import { engines, type Home, startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { startAcross } from '../running/start-across.ts'

const folder = join(import.meta.dirname, '../../deploy/balancer')
const has = (tool: string) => spawnSync(tool, ['-v'], { stdio: 'ignore' }).error === undefined
const mayRun = engines.includes('postgres')

interface Ports {
  readonly listen: number
  readonly processes: readonly [number, number]
}

/** The arguments that check the configuration, and those that run it in the foreground. */
const balancers = {
  haproxy({ listen, processes: [one, two] }: Ports) {
    const file = join(folder, 'haproxy.cfg')
    const env = { LISTEN: `127.0.0.1:${listen}`, PALATE_ONE: `127.0.0.1:${one}`, PALATE_TWO: `127.0.0.1:${two}` }
    return { check: ['-c', '-f', file], run: ['-db', '-f', file], env: { ...process.env, ...env } }
  },
  nginx({ listen, processes: [one, two] }: Ports) {
    const prefix = createFolder('nginx')
    const file = join(prefix, 'nginx.conf')
    const text = readFileSync(join(folder, 'nginx.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${listen}; client_body_temp_path ${prefix}/body;`)
      .replace('10.0.0.1:8080', `127.0.0.1:${one}`)
      .replace('10.0.0.2:8080', `127.0.0.1:${two}`)
    writeFileSync(file, text)
    const args = ['-e', 'stderr', '-p', prefix, '-c', file, '-g', `daemon off; pid ${prefix}/pid;`]
    return { check: ['-t', ...args], run: args, env: process.env }
  },
}

describe.each(['haproxy', 'nginx'] as const)('two processes behind %s', (name) => {
  describe.runIf(has(name) && mayRun)(
    `which is ${has(name) ? 'installed' : 'not installed, so nothing is tried'}`,
    () => {
      let home: Home
      let services: readonly TestService[]
      let network: FlakyProxy
      let balancer: ChildProcess
      let url: string
      beforeAll(async () => {
        const across = await startAcross()
        ;({ home, network } = across)
        const other = await startService('postgres', { DATABASE_URL: across.databaseUrl }, home)
        services = [across.service, other]
        const [one = 0, two = 0] = services.map((service) => Number(new URL(service.url).port))
        const listen = await freePort()
        const { check, run, env } = balancers[name]({ listen, processes: [one, two] })
        execFileSync(name, check, { env, stdio: 'pipe' })
        balancer = spawn(name, run, { env, stdio: 'ignore' })
        url = `http://127.0.0.1:${listen}`
        await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 15_000 })
      })
      afterAll(async () => {
        balancer.kill()
        await once(balancer, 'exit')
        for (const service of services) await service.stop()
        await network.cut()
        await home.remove()
      })

      const ask = () => fetch(`${url}/v1/profiles`, { headers: { authorization: `Bearer ${services[0]?.key}` } })
      const statusOf = () =>
        ask().then(
          ({ status }) => status,
          () => 0,
        )

      test('during an outage of the database clients get the 503 of Palate, with Retry-After', async () => {
        await network.cut()
        // HAProxy needs two checks of a second to see it; every answer meanwhile is one of Palate, too.
        const endMs = performance.now() + 8_000
        while (performance.now() < endMs) {
          const answer = await ask()
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
          expect(await answer.json()).toMatchObject({ code: 'unavailable' })
        }
        await network.mend()
        await expect.poll(statusOf, { timeout: 15_000 }).toBe(200)
      })

      test('a process that stops is left out', async () => {
        const [, other] = services
        await other?.stop()
        await expect.poll(statusOf, { timeout: 15_000 }).toBe(200)
        for (let i = 0; i < 20; i++) expect(await statusOf()).toBe(200)
      })
    },
  )
})
