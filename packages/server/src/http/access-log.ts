import type { Caller } from '@palate/core/keys/access.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../iso-time.ts'
import { writeLine } from '../log.ts'
import type { Services } from '../services.ts'

const waitingMax = 64
const waitingMsMax = 250

/** What is kept of a request until it is noted: not the request itself, whose body may be large. */
interface Note {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly endedMs: number
  readonly took: number
  readonly caller: Caller | undefined
}

/**
 * Counts and logs each request when it is over. This is done for many at a time: one by one, between requests, it takes
 * three times as long.
 */
export function createAccessLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>) {
  let waiting: Note[] = []
  let isClosed = false
  const isLogged = log.isLevelEnabled('info')

  function flush(): void {
    const due = waiting
    waiting = []
    for (const note of due) {
      metrics.observeRequest(note.method, note.route, note.status, note.took / 1000)
      if (isLogged) writeLine(log, lineOf(note))
    }
  }
  metrics.beforeCollect(flush)
  const timer = setInterval(flush, waitingMsMax).unref()

  return {
    note({ id: requestId, method, route, startedMs, caller }: FastifyRequest, status: number): void {
      // What is no path of HTTP never got as far as a start.
      const took = startedMs ? performance.now() - startedMs : 0
      waiting.push({ requestId, method, route: route?.path ?? 'none', status, endedMs: Date.now(), took, caller })
      if (waiting.length >= waitingMax || isClosed) flush()
    },
    /** What comes after it is noted at once. */
    close(): void {
      clearInterval(timer)
      isClosed = true
      flush()
    },
  }
}

/** Nothing in it needs escaping: ids and routes are ours, a client's request id is checked, Node knows its methods. */
function lineOf({ requestId, method, route, status, endedMs, took, caller }: Note): string {
  const by = caller ? `,"accountId":"${caller.accountId}","keyId":"${caller.keyId}"` : ''
  const what = `"method":"${method}","route":"${route}","status":${status},"ms":${Math.round(took * 100) / 100}${by}`
  return `{"level":30,"time":"${isoTime(endedMs)}","requestId":"${requestId}",${what},"msg":"request"}\n`
}
