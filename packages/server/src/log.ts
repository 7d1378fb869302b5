import { type DestinationStream, destination, type Logger, pino, symbols } from 'pino'
import { isoTime } from './iso-time.ts'

const gatheredCharactersMax = 16_384
const gatheredMsMax = 500

/** JSON lines on standard error; standard output is left to what people and scripts read. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${isoTime(Date.now())}"` }, createGatherer())
}

/** Writes a line that was made elsewhere between those that the log makes. */
export function writeLine(log: Logger, line: string): void {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>
  stream?.write(line)
}

/**
 * Hands on what was logged in large pieces, at the latest after half a second and when the process ends. (The library
 * can gather by itself, but measures all that it has gathered anew with every line.)
 */
function createGatherer(): DestinationStream & { flush(): void } {
  const out = destination({ dest: 2, sync: false })
  let gathered = ''
  const handOn = () => {
    if (gathered !== '') out.write(gathered)
    gathered = ''
  }
  const flush = () => {
    handOn()
    out.flushSync()
  }
  setInterval(handOn, gatheredMsMax).unref()
  process.once('exit', flush)
  return {
    write(line) {
      gathered += line
      if (gathered.length >= gatheredCharactersMax) handOn()
    },
    flush,
  }
}
