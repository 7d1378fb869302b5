import { setTimeout as pause } from 'node:timers/promises'
import { stopGraceMs } from '@palate/server/composition/api.ts'
import type { Running } from '@palate/server/main.ts'
import type { Logger } from 'pino'

/** Time for the cleanup after the last request: release leases, store counts, close the store. */
const cleanupMsMax = 8_000

/** Exits even if an unresponsive store blocks the cleanup. The exit code is 1 after an unhandled error. */
export async function stopAndExit({ stop }: Pick<Running, 'stop'>, log: Logger): Promise<never> {
  await Promise.race([stop(), pause(stopGraceMs + cleanupMsMax)])
  log.flush()
  process.exit()
}
