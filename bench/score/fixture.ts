import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHomeOn } from '../../tests/harness/home.ts'
import { type Served, serve } from '../harness/serve.ts'
import { writePictures } from './pictures.ts'

export interface Cost {
  readonly seconds: number
  readonly processorSeconds: number
}

interface BareOrder {
  readonly frames: number
  readonly threads: number
  readonly attributes?: boolean
}

/** What benchmarks of scoring need: pictures, a host that shows them, the bare loop, and a server that fetches from there. */
export async function openScoreStage() {
  const home = await createHomeOn(undefined)
  const dir = home.env.PALATE_DATA_DIR ?? ''
  const delayFile = join(dir, 'delay.json')
  const pictures = join(dir, 'pictures')
  await writePictures(pictures)
  const host = fork(new URL('./picture-host.ts', import.meta.url), [pictures])
  const [{ url: hostUrl }] = (await once(host, 'message')) as [{ url: string }]
  const bare = fork(new URL('./bare-loop.ts', import.meta.url), [pictures])
  const probe = `--import=${new URL('./event-loop-delay.ts', import.meta.url).href}`
  const env = { PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', NODE_OPTIONS: probe }
  return {
    hostUrl,
    env,
    serve: (nodeOptions = '') =>
      serve({ ...home.env, ...env, NODE_OPTIONS: `${probe} ${nodeOptions}`, BENCH_DELAY_FILE: delayFile }),
    async bareRun(order: BareOrder): Promise<Cost> {
      bare.send(order)
      const [cost] = (await Promise.race([once(bare, 'message'), bareEnd(bare)])) as [Cost]
      return cost
    },
    /** Of the server's event loop since the last time. */
    async readDelay({ child }: Served): Promise<{ readonly p99: number }> {
      rmSync(delayFile, { force: true })
      child.kill('SIGUSR2')
      for (;;) {
        await pause(20)
        try {
          return JSON.parse(readFileSync(delayFile, 'utf8'))
        } catch {
          // Not written yet.
        }
      }
    },
    async close() {
      host.disconnect()
      bare.disconnect()
      await home.remove()
    },
  }
}

async function bareEnd(bare: ReturnType<typeof fork>): Promise<never> {
  await once(bare, 'exit')
  throw new Error('the bare loop ended by itself')
}

/** The value under which this share of sorted times lies. */
export function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
