import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isId } from '@palate/core/ids.ts'
import type { Reply } from '@palate/core/operations.ts'
import { bodyBytesMax, type Offload, type RequestPointer } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { LargeRequests } from '../http/app.ts'
import type { ReceivedRequest } from '../http/request/check-request.ts'
import { type HttpResponse, isStream, responseOf } from '../http/response/http-response.ts'
import type { Call, Operation } from '../operations.ts'
import { currentTraceparent, traced } from '../platform/tracing/tracing.ts'
import { createSizeFinder } from '../profiles/storing/find-size.ts'
import type { Services } from '../services.ts'
import { receiveHandled } from './handled.ts'
import { smallProfileBytesMax } from './large-states.ts'
import type { OffloadThreads } from './open-offload.ts'

/** A request with a larger body is large. */
const smallBodyBytesMax = 64 * 1024
/** A request with an even larger body goes to a separate thread, so that the others do not wait for it. */
const lightBodyBytesMax = bodyBytesMax

type Request = Omit<ReceivedRequest, 'signal'>

/**
 * Handles large requests on offload threads: reading, checking, deciding and storing a body of 32 MiB or a state of
 * 60,000 elements takes up to seconds, in steps that cannot be split. The routes say what is done there. For routes
 * that say nothing, a thread only reads and checks the body, if that is large.
 */
export function openOffload(services: Services, threads: OffloadThreads, bytesMax?: number): LargeRequests {
  const smallMax = bytesMax ?? smallBodyBytesMax
  const profileBytesMax = bytesMax ?? smallProfileBytesMax
  const { store, clock } = services
  const findSize = createSizeFinder(store)

  async function isLarge(request: Request, offload: Offload | undefined): Promise<boolean> {
    // An upload has no length yet: its handler reads it piece by piece.
    if (request.body?.length !== undefined && request.body.length > smallMax) return true
    if (!request.caller || offload?.profile === undefined) return false
    if (offload.onlyWith !== undefined && valueAt(request, offload.onlyWith) === undefined) return false
    const profileId = valueAt(request, offload.profile)
    if (typeof profileId !== 'string' || !isId('prof', profileId)) return false
    return (await findSize(request.caller.accountId, profileId)) > profileBytesMax
  }

  function laneOf(offload: Offload | undefined, bodyBytes: number): OffloadThreads['heavy'] {
    if (bodyBytes > lightBodyBytesMax) return threads.heavy
    return { queue: offload?.mayWaitLong ? threads.long : threads.short, call: threads.call }
  }

  async function handOver(operation: Operation, { body, pictures, ...received }: Request, signal: AbortSignal) {
    const bodyBytes = body?.length ?? 0
    const { offload } = operation.route
    const { queue, call } = laneOf(offload, bodyBytes)
    const part = offload ? (offload.part ?? 'all') : 'check'
    const leave = await queue.enter(received.caller?.accountId ?? '', bodyBytes, signal)
    try {
      // If the operation has no body, anything sent is ignored.
      const bytes = body?.length === undefined ? undefined : transferable(await body.bytes())
      const { id: operationId } = operation as { readonly id: OperationId }
      // What only checks the request needs no pictures.
      const stored = part === 'check' ? {} : { pictures }
      const sent = { ...received, ...stored, operationId, part, body: bytes, nowMs: clock().getTime() }
      const handled = await traced('offload', {}, () =>
        call('handle', { ...sent, traceparent: currentTraceparent() }, signal),
      )
      return await receiveHandled(handled)
    } finally {
      // Not before the thread is finished: clients that disconnect early must not make it work on more than its share.
      leave()
    }
  }

  /** The main thread has the batch runner and the result streams. */
  async function respondHere(operation: Operation, request: Request, answer: HttpResponse, signal: AbortSignal) {
    const { route, handler } = operation
    if (!handler.respond || answer.status !== route.status || answer.body === null) return answer
    const stored = isStream(answer.body) ? await text(answer.body) : String(answer.body)
    const now = clock().toISOString()
    const call = { ...request, now, db: store.read, signal } as unknown as Call<OperationId>
    const responded = responseOf(route, await handler.respond(call, JSON.parse(stored) as Reply<never>))
    return { ...responded, headers: { ...answer.headers, ...responded.headers } }
  }

  return {
    async take(operation, request, signalOf) {
      const { body, offload } = operation.route
      // A streamed body is never in memory as a whole, so it is not passed to the thread.
      if ((body !== undefined && body.kind !== 'json') || !(await isLarge(request, offload))) return undefined
      const signal = signalOf()
      const taken = await handOver(operation, request, signal)
      // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
      await nextTurn()
      if (offload?.part !== 'store' || !('answer' in taken)) return taken
      return { answer: await respondHere(operation, request, taken.answer, signal) }
    },
  }
}

function valueAt({ params, query, body }: Request, pointer: RequestPointer): unknown {
  const [, root, ...names] = pointer.split('/')
  const from = root === 'params' ? params : root === 'query' ? query : body?.value()
  return names.reduce(memberOf, from)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** The bytes without a copy: http/body.ts allocates separate memory for each body. */
function transferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
}
