import { type DestinationStream, destination, type LogFn, type Logger, pino, symbols } from 'pino'
import { StoreUnavailableError } from '../store/store.ts'
import { isoTime } from './iso-time.ts'
import { traceIds } from './tracing/tracing.ts'

const bufferedCharactersMax = 16_384
const bufferedMsMax = 500
/** How much of a log is buffered when it cannot be written, on a full disk for example. Later lines are dropped. */
export const unwrittenLogBytesMax = 4 * 1024 * 1024

/** Logs JSON lines to standard error by default. Standard output is for people and scripts. */
export function createLog(level: string, stream: DestinationStream = createBufferedStream()): Logger {
  const timestamp = () => `,"time":"${isoTime(Date.now())}"`
  return pino({ level, base: null, timestamp, mixin: traceIds, hooks: { logMethod } }, stream)
}

/**
 * Skips errors that the store has already reported: while it cannot be written, every component that writes sees the
 * error.
 */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first] = args as readonly unknown[]
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  if (!(error instanceof StoreUnavailableError && error.isReported)) method.apply(this, args)
}

/** For lines that are kept at the level `warn`, such as the audit log. Whoever wants errors alone gets errors alone. */
export function lasting(log: Logger): Logger {
  return log.isLevelEnabled('info') || !log.isLevelEnabled('warn') ? log : log.child({}, { level: 'info' })
}

/** Writes a line that the caller has formatted. */
export function writeLine(log: Logger, line: string): void {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>
  stream?.write(line)
}

/**
 * Buffers lines and writes them in large pieces, at least every half second and when the process exits. (pino can
 * buffer too, but measures its whole buffer again with every line.)
 */
function createBufferedStream(): DestinationStream & { flush(): void } {
  const out = openStandardError()
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

/** Standard error, which may be a file on a full disk: that must not end the process. Later lines retry the write. */
function openStandardError() {
  const out = destination({ dest: 2, sync: false, maxLength: unwrittenLogBytesMax })
  let isBroken = false
  out.on('error', () => {
    isBroken = true
  })
  out.on('write', () => {
    isBroken = false
  })
  // The original would retry for ever. pino calls it for fatal errors and when the process exits.
  const flushSync = out.flushSync.bind(out)
  out.flushSync = () => {
    if (!isBroken) flushSync()
  }
  return out
}
