import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isId } from '@palate/core/ids.ts'
import type { Reply } from '@palate/core/operations.ts'
import { bodyBytesMax, type OffloadRule, type RequestPointer } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { LargeRequests } from '../http/app.ts'
import type { ReceivedRequest } from '../http/request/check-request.ts'
import { type HttpResponse, isStream, responseOf } from '../http/response/http-response.ts'
import type { Call, Operation, SentPictures } from '../operations.ts'
import { currentTraceparent, traced } from '../platform/tracing/tracing.ts'
import { createSizeFinder } from '../profiles/storing/find-size.ts'
import type { Services } from '../services.ts'
import { smallProfileBytesMax } from './large-states.ts'
import type { Offload } from './offload-thread.ts'
import { joinChecked, readRemoteBody } from './remote-body.ts'

/** A request with a larger body is large. */
const smallBodyBytesMax = 64 * 1024
/** Of the requests with a larger body, the thread works on one at a time. */
const lightBodyBytesMax = bodyBytesMax

type Request = Omit<ReceivedRequest, 'signal'>

/**
 * Has the offload thread handle large requests: reading, checking, deciding and storing a body of 32 MiB or a state of
 * 60,000 elements takes up to seconds, in steps that cannot be split. Operations that need what only the main thread
 * has, such as scoring, are only parsed and checked there.
 */
export function openOffload(services: Services, thread: Offload, bytesMax?: number): LargeRequests {
  const smallMax = bytesMax ?? smallBodyBytesMax
  const profileBytesMax = bytesMax ?? smallProfileBytesMax
  const { store, clock } = services
  const findSize = createSizeFinder(store)

  async function isLarge(request: Request, offload: OffloadRule | undefined): Promise<boolean> {
    // An upload has no length yet: its handler reads it piece by piece.
    if (request.body?.length !== undefined && request.body.length > smallMax) return true
    if (!request.caller || offload?.profile === undefined) return false
    if (offload.onlyWith !== undefined && valueAt(request, offload.onlyWith) === undefined) return false
    const profileId = valueAt(request, offload.profile)
    if (typeof profileId !== 'string' || !isId('prof', profileId)) return false
    return (await findSize(request.caller.accountId, profileId)) > profileBytesMax
  }

  async function handOver(operation: Operation, { body, ...received }: Request, signal: AbortSignal) {
    const bytes = body?.length ?? 0
    const mayWaitLong = operation.route.offload?.mayWaitLong ?? false
    const accountId = received.caller?.accountId ?? ''
    const isHeavy = bytes > lightBodyBytesMax
    const chosen = isHeavy ? thread.heavy : thread
    const leave = await thread.queue.enter(accountId, {
      bytes,
      isHeavy,
      mayWaitLong,
      signal,
    })
    try {
      // If the operation has no body, anything sent is ignored.
      const sentBody = body?.length === undefined ? undefined : transferable(await body.bytes())
      const { id: operationId } = operation as { readonly id: OperationId }
      const pictures = operation.route.offload ? received.pictures : hashesOnly(received.pictures)
      const sent = { ...received, pictures, operationId, body: sentBody, nowMs: clock().getTime() }
      const outcome = await traced('offload', {}, () =>
        chosen.call('handle', { ...sent, traceparent: currentTraceparent() }, signal),
      )
      if ('checked' in outcome) return { checked: await joinChecked(chosen, outcome.checked, outcome.stream) }
      const { answer, stream } = outcome
      return { answer: stream === undefined ? answer : { ...answer, body: readRemoteBody(chosen, stream) } }
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
    async handleIfLarge(operation, request, signalOf) {
      const { body, offload } = operation.route
      // A streamed body is never in memory as a whole, so it is not passed to the thread.
      if ((body !== undefined && body.kind !== 'json') || !(await isLarge(request, offload))) return undefined
      const signal = signalOf()
      const taken = await handOver(operation, request, signal)
      // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
      await nextTurn()
      if (!offload?.respondsOnMain || !('answer' in taken)) return taken
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

/** All that a check needs. */
function hashesOnly(pictures: SentPictures | undefined): SentPictures | undefined {
  return pictures && new Map(Array.from(pictures, ([name, picture]) => [name, { ...picture, data: null }]))
}

/** The bytes without a copy: http/body.ts allocates separate memory for each body. */
function transferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
}
