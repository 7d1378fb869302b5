import { setTimeout as pause } from 'node:timers/promises'
import { stopGraceMs } from '@palate/server/api.ts'
import type { Running } from '@palate/server/main.ts'
import type { Logger } from 'pino'

/** What is left to do once no request runs any more: hand leases back, count, close the store. */
const tidyingMsMax = 8_000

/** Ends the process. A store that no longer answers may hold up the tidying, but not the end. */
export async function stopAndExit({ stop }: Pick<Running, 'stop'>, log: Logger): Promise<never> {
  await Promise.race([stop(), pause(stopGraceMs + tidyingMsMax)])
  log.flush()
  process.exit(0)
}
