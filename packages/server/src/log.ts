import { destination, type Logger, pino } from 'pino'
import { isoTime } from './iso-time.ts'

/** JSON lines on standard error; standard output is left to what people and scripts read. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${isoTime(Date.now())}"` },
    destination({ dest: 2, sync: false, minLength: 8192, periodicFlush: 500 }),
  )
}
