import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { formatKey } from '@palate/core/keys/format.ts'
import { createClient } from '../../tests/harness/client.ts'
import { createHomeOn } from '../../tests/harness/home.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import type { PalateProcess } from '../../tests/harness/process.ts'
import { createProcesses } from '../../tests/harness/processes.ts'
import { startBalancer } from '../../tests/running/balancer.ts'
import { unlimited } from '../harness/serve.ts'

/** The balancer checks every 50 ms, so this is long enough for it to notice. */
const drainMs = 2_000
const readyMsMax = 120_000

const settings = {
  PALATE_DRAIN_MS: String(drainMs),
  ...unlimited,
  PALATE_LOG_LEVEL: 'error',
  PALATE_SCORING_THREADS: '1',
  PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
  // Attempts that a killed process has begun are repeated soon.
  PALATE_WEBHOOK_RETRY_MS: '500,1000,2000,5000,10000,20000',
}

export type Role = 'api' | 'worker'

/** A place for a process, which is started again after each end. */
export interface Member {
  readonly role: Role
  readonly kill: () => Promise<void>
  /** With SIGTERM. Returns the exit code or the signal. */
  readonly stop: () => Promise<number | NodeJS.Signals>
  /** Resolves when the balancer uses it. */
  readonly start: () => Promise<void>
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** PostgreSQL and a balancer, to which members are added. */
export async function startCluster() {
  const postgres = await startPostgres()
  const home = await createHomeOn(postgres.url)
  const balancer = await startBalancer()
  const processes = createProcesses()
  const members: Member[] = []
  const key = formatKey(randomBytes(100))
  const env = { ...home.env, ...settings, PALATE_BOOTSTRAP_KEY: key }

  async function run(role: Role): Promise<{ readonly process: PalateProcess; readonly url: string | undefined }> {
    if (role === 'worker') {
      const process = processes.run(['worker'], env)
      await until(() => process.output().stdout.includes('palate: working'))
      return { process, url: undefined }
    }
    const process = processes.run(['serve', '--no-worker'], env)
    const url = await process.url
    balancer.add(url)
    await until(() => balancer.isReady(url))
    return { process, url }
  }

  async function add(role: Role): Promise<Member> {
    let running = await run(role)
    const end = async (signal: NodeJS.Signals) => {
      running.process.child.kill(signal)
      const code = await running.process.ended
      if (running.url !== undefined) balancer.remove(running.url)
      return code
    }
    const member: Member = {
      role,
      async kill() {
        await end('SIGKILL')
      },
      stop: () => end('SIGTERM'),
      async start() {
        running = await run(role)
      },
    }
    members.push(member)
    return member
  }

  return {
    postgres,
    members,
    add,
    client: createClient(balancer.url, key),
    async close() {
      balancer.stop()
      await processes.stopAll()
      await home.remove()
      await postgres.stop()
    },
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 10) {
    if (waitedMs > readyMsMax) throw new Error('a process is not ready')
    await pause(10)
  }
}
