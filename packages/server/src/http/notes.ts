import type { FastifyRequest } from 'fastify'
import { isoTime } from '../iso-time.ts'
import { writeLine } from '../log.ts'
import type { Services } from '../services.ts'

const waitingMax = 64
const waitingMsMax = 250

interface Note {
  readonly request: FastifyRequest
  readonly status: number
  readonly endedMs: number
  readonly took: number
}

/**
 * Counts and logs each request when it is over. This is done for many at a time: one by one, between requests, it takes
 * three times as long.
 */
export function createRequestNotes({ log, metrics }: Pick<Services, 'log' | 'metrics'>) {
  let waiting: Note[] = []
  const isLogged = log.isLevelEnabled('info')

  function flush(): void {
    const due = waiting
    waiting = []
    for (const note of due) {
      const { request, status, took } = note
      metrics.noteRequest(request.method, routeOf(request), status, took / 1000)
      if (isLogged) writeLine(log, lineOf(note))
    }
  }
  metrics.beforeReading(flush)
  const timer = setInterval(flush, waitingMsMax).unref()

  return {
    note(request: FastifyRequest, status: number): void {
      waiting.push({ request, status, endedMs: Date.now(), took: timeSince(request) })
      if (waiting.length >= waitingMax) flush()
    },
    close(): void {
      clearInterval(timer)
      flush()
    },
  }
}

/** Nothing in it needs escaping: ids and routes are ours, a client's request id is checked, Node knows its methods. */
function lineOf({ request, status, endedMs, took }: Note): string {
  const { id, method, caller } = request
  const by = caller ? `,"accountId":"${caller.accountId}","keyId":"${caller.keyId}"` : ''
  const what = `"method":"${method}","route":"${routeOf(request)}","status":${status},"ms":${Math.round(took * 100) / 100}`
  return `{"level":30,"time":"${isoTime(endedMs)}","requestId":"${id}",${what}${by},"msg":"request"}\n`
}

/** What is no HTTP path never got as far as a start. */
function timeSince({ startedMs }: FastifyRequest): number {
  return startedMs ? performance.now() - startedMs : 0
}

function routeOf({ route }: FastifyRequest): string {
  return route?.path ?? 'none'
}
