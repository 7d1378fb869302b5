import { type DestinationStream, destination, type LogFn, type Logger, pino, symbols } from 'pino'
import { isoTime } from './iso-time.ts'
import { StoreUnavailableError } from './store/store.ts'

const bufferedCharactersMax = 16_384
const bufferedMsMax = 500

/** Logs JSON lines to standard error, unless a stream is given. Standard output is for people and scripts. */
export function createLog(level: string, stream: DestinationStream = createBufferedStream()): Logger {
  return pino({ level, base: null, timestamp: () => `,"time":"${isoTime(Date.now())}"`, hooks: { logMethod } }, stream)
}

/** Leaves out what the store has reported already: while it cannot be written, every part that writes meets the error. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first] = args as readonly unknown[]
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  if (!(error instanceof StoreUnavailableError && error.isReported)) method.apply(this, args)
}

/** Writes a line that the caller has formatted. */
export function writeLine(log: Logger, line: string): void {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>
  stream?.write(line)
}

/**
 * Buffers lines and writes them in large pieces, at least every half second and when the process exits. (pino can buffer
 * by itself, but then measures its whole buffer again with every line.)
 */
function createBufferedStream(): DestinationStream & { flush(): void } {
  const out = destination({ dest: 2, sync: false })
  let buffered = ''
  const writeOut = () => {
    if (buffered !== '') out.write(buffered)
    buffered = ''
  }
  const flush = () => {
    writeOut()
    out.flushSync()
  }
  setInterval(writeOut, bufferedMsMax).unref()
  process.once('exit', flush)
  return {
    write(line) {
      buffered += line
      if (buffered.length >= bufferedCharactersMax) writeOut()
    },
    flush,
  }
}
