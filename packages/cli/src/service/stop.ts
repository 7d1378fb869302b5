import { setTimeout as pause } from 'node:timers/promises'
import { stopGraceMs } from '@palate/server/composition/api.ts'
import type { Running } from '@palate/server/main.ts'
import type { Logger } from 'pino'

/** For what is left after the last request: release leases, store counts, close the store. */
const cleanupMsMax = 8_000

/** Ends the process, even where a store that no longer answers blocks the cleanup. With 1 after an unhandled error. */
export async function stopAndExit({ stop }: Pick<Running, 'stop'>, log: Logger): Promise<never> {
  await Promise.race([stop(), pause(stopGraceMs + cleanupMsMax)])
  log.flush()
  process.exit()
}
