import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import { createHomeOn, type Env, type Home } from '../../../tests/harness/home.ts'
import { type Served, serve } from '../../harness/serve.ts'
import { type Hold, longestHoldMonitor } from '../../worst/service.ts'
import type { BareCost, BareRun } from '../bare-loop.ts'
import { type Format, readPictures, sceneCount, sizes, writePictures } from './pictures.ts'

export type ScoringFixture = Awaited<ReturnType<typeof openScoringFixture>>

/** The fixture of the scoring benchmarks: pictures, a host that serves them, the bare loop, and Palate. */
export async function openScoringFixture() {
  const home = await createHomeOn(undefined)
  const dir = home.env.PALATE_DATA_DIR ?? ''
  const delayFile = join(dir, 'delay.json')
  const holdFile = join(dir, 'hold.json')
  const pictures = join(dir, 'pictures')
  await writePictures(pictures)
  const host = fork(new URL('./picture-host.ts', import.meta.url), [pictures])
  const [{ url: hostUrl }] = (await once(host, 'message')) as [{ url: string }]
  const bare = fork(new URL('../bare-loop.ts', import.meta.url), [pictures])
  const bareFailure = failOnExit(bare)
  // It also exits when it is disconnected at the end.
  bareFailure.catch(() => {})
  const monitors = [new URL('../event-loop-delay.ts', import.meta.url), longestHoldMonitor]
  const imports = monitors.map(({ href }) => `--import=${href}`).join(' ')
  const env = { PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', NODE_OPTIONS: imports }
  let lastNumber = 0
  return {
    env,
    /** The JPEG pictures, as they are served. */
    jpegs: readPictures(pictures, 'jpeg'),
    /** The first key of a new account. */
    newAccount: () => createAccountIn(home),
    serve: (nodeOptions = '', more: Env = {}) =>
      serve({
        ...{ ...home.env, ...env, ...more, NODE_OPTIONS: `${imports} ${nodeOptions}` },
        ...{ BENCH_DELAY_FILE: delayFile, BENCH_HOLD_FILE: holdFile },
      }),
    /** The URL of a picture whose bytes are new to the service, of the given size or cycling through the sizes. */
    newUrl(format: Format = 'jpeg', size?: number): string {
      lastNumber += 1
      while (size !== undefined && (lastNumber % sceneCount) % sizes.length !== size) lastNumber += 1
      return `${hostUrl}/${format}/${lastNumber}`
    },
    async bareRun(run: BareRun): Promise<BareCost> {
      bare.send(run)
      const [cost] = (await Promise.race([once(bare, 'message'), bareFailure])) as [BareCost]
      return cost
    },
    /** The delay of the server's event loop since the last call. */
    readDelay: (served: Served) => readAnew<{ readonly p99: number }>(served, delayFile),
    /** The longest block of the server's event loop since the last call. */
    readHold: (served: Served) => readAnew<Hold>(served, holdFile),
    async close() {
      host.disconnect()
      bare.disconnect()
      await home.remove()
    },
  }
}

/** What the server writes to the file on a signal. */
async function readAnew<Written>({ child }: Served, file: string): Promise<Written> {
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  for (;;) {
    await pause(20)
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Not written yet.
    }
  }
}

async function createAccountIn({ env }: Home): Promise<string> {
  const store = await openStore(readConfig(env))
  const clock = () => new Date()
  const key = await createAccount(store, { clock, newId: createIdSource(clock) }, `another account ${randomUUID()}`)
  await store.close()
  if (key === undefined) throw new Error('the account exists')
  return key
}

async function failOnExit(bare: ReturnType<typeof fork>): Promise<never> {
  await once(bare, 'exit')
  throw new Error('the bare loop ended unexpectedly')
}
