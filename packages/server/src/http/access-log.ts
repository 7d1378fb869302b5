import type { Caller } from '@palate/core/keys/access.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../platform/iso-time.ts'
import { writeLine } from '../platform/log.ts'
import type { Trace } from '../platform/tracing/tracing.ts'
import type { Services } from '../services.ts'

const bufferedMax = 64
const bufferedMsMax = 250

/** The parts of a request that are kept until it is logged. Not the request itself, whose body may be large. */
interface Entry {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly endedMs: number
  readonly durationMs: number
  readonly address: string
  readonly caller: Caller | undefined
  readonly trace: Pick<Trace, 'traceId' | 'spanId'> | undefined
}

/**
 * Logs and counts each finished request. Entries are written in groups: writing each one between requests takes three
 * times as long.
 */
export function createAccessLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>) {
  let buffered: Entry[] = []
  let isClosed = false
  const isLogged = log.isLevelEnabled('info')

  function flush(): void {
    const entries = buffered
    buffered = []
    for (const entry of entries) {
      metrics.observeRequest(entry.method, entry.route, entry.status, entry.durationMs / 1000)
      if (isLogged) writeLine(log, lineOf(entry))
    }
  }
  metrics.beforeCollect(flush)
  const timer = setInterval(flush, bufferedMsMax).unref()

  return {
    add(request: FastifyRequest, status: number): void {
      const { id: requestId, method, startedMs, caller, trace } = request
      // A request whose path is not valid HTTP has none of the properties that the app adds.
      const address = request.clientAddress ?? request.ip
      const durationMs = startedMs ? performance.now() - startedMs : 0
      const endedMs = Date.now()
      const route = request.route?.path ?? 'none'
      buffered.push({ requestId, method, route, status, endedMs, durationMs, address, caller, trace })
      if (buffered.length >= bufferedMax || isClosed) flush()
    },
    /** Entries added after this are written immediately. */
    close(): void {
      clearInterval(timer)
      isClosed = true
      flush()
    },
  }
}

/**
 * Nothing needs escaping: ids and routes are ours, client request ids and addresses are validated, and Node parses the
 * method.
 */
function lineOf({ requestId, method, route, status, endedMs, durationMs, address, caller, trace }: Entry): string {
  const by = caller ? `,"accountId":"${caller.accountId}","keyId":"${caller.keyId}"` : ''
  const ms = Math.round(durationMs * 100) / 100
  const what = `"method":"${method}","route":"${route}","status":${status},"ms":${ms},"address":"${address}"${by}`
  const ids = trace ? `"trace_id":"${trace.traceId}","span_id":"${trace.spanId}",` : ''
  return `{"level":30,"time":"${isoTime(endedMs)}",${ids}"requestId":"${requestId}",${what},"msg":"request"}\n`
}
