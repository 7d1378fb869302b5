import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../../tests/harness/home.ts'
import { serve } from '../harness/serve.ts'

export interface Hold {
  readonly wallMs: number
  readonly processorMs: number
}

/** Preloaded into a server, it reports how long the event loop was blocked. */
export const longestHoldMonitor = new URL('./longest-hold.ts', import.meta.url)

/** `palate serve` in its own process, which reports how long its event loop was blocked. */
export async function serveWithHolds(env: Env) {
  const holdFile = join(env.PALATE_DATA_DIR ?? '', 'hold.json')
  const served = await serve({
    ...env,
    PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    NODE_OPTIONS: `--import=${longestHoldMonitor.href}`,
    BENCH_HOLD_FILE: holdFile,
  })
  /** The longest block since the last call. */
  async function readHold(): Promise<Hold> {
    rmSync(holdFile, { force: true })
    served.child.kill('SIGUSR2')
    for (;;) {
      await pause(20)
      try {
        return JSON.parse(readFileSync(holdFile, 'utf8')) as Hold
      } catch {
        // Not written yet.
      }
    }
  }
  return { ...served, readHold }
}
