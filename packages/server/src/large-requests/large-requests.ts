import { setImmediate as nextTurn } from 'node:timers/promises'
import { isId } from '@palate/core/ids.ts'
import { bodyBytesMax } from '@palate/core/route.ts'
import type { Reply } from '@palate/core/route-schemas.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Answer } from '../http/answer.ts'
import type { ReceivedRequest } from '../http/answer-request.ts'
import { answerOf } from '../http/outcome.ts'
import type { LargeRequests } from '../http/perform.ts'
import type { Call, Operation } from '../operations.ts'
import { createSizeFinder } from '../profiles/find-size.ts'
import type { Services } from '../services.ts'
import { smallProfileBytesMax } from './large-states.ts'
import { gone, type SentRequest } from './messages.ts'
import type { OpenRequestThread } from './open-request-thread.ts'
import { type Received, receiveAnswer } from './receive-answer.ts'

/** A request with a larger body is large. */
const smallBodyBytesMax = 64 * 1024
/** A request with an even larger body goes to a separate thread, so that the others do not wait for it. */
const lightBodyBytesMax = bodyBytesMax

type Request = Omit<ReceivedRequest, 'signal'>

/** The operations that the request thread answers, and the profile that a request names. */
const answeredThere: { readonly [Id in OperationId]?: (request: Request) => unknown } = {
  createProfile: ({ body }) => memberOf(body?.value(), 'basedOn'),
  getProfile: inPath,
  updateProfile: inPath,
  deleteProfile: inPath,
  exportProfile: inPath,
  importProfile: () => undefined,
  listVersions: inPath,
  getVersion: inPath,
  diffVersions: inPath,
  mergeBranches: inPath,
  deleteBranch: inPath,
  addAnnotations: inPath,
  removeAnnotation: inPath,
  discardAnnotations: inPath,
  listPictures: inPath,
  diagnoseProfile: inPath,
  refreshProfile: inPath,
  suggestJudgements: inPath,
  listDimensions: ({ query }) => memberOf(query, 'profile_id'),
  submitBatch: ({ body }) => memberOf(body?.value(), 'profile_id'),
}

/** The operations that the thread only checks, if the named profile is large. */
const checkedThere: { readonly [Id in OperationId]?: (request: Request) => unknown } = {
  // A merge can have many conflicts.
  previewProfile: (request) => (isPreviewOfMerge(request) ? inPath(request) : undefined),
}

/** Those that may wait long for pictures and models. */
const waiting: ReadonlySet<OperationId> = new Set<OperationId>([
  'diagnoseProfile',
  'refreshProfile',
  'suggestJudgements',
])

/**
 * Handles large requests on a separate thread: reading, checking, deciding and storing a body of 32 MiB or a state of
 * 60,000 elements takes up to seconds, in steps that cannot be split. The thread answers the operations that need
 * little but the store. For all others it only reads and checks the body, if that is large.
 */
export function openLargeRequests(services: Services, thread: OpenRequestThread, bytesMax?: number): LargeRequests {
  const smallMax = bytesMax ?? smallBodyBytesMax
  const profileBytesMax = bytesMax ?? smallProfileBytesMax
  const { store, clock } = services
  const findSize = createSizeFinder(store)

  async function isLarge(request: Request, profileOf: (request: Request) => unknown): Promise<boolean> {
    if (hasLargeBody(request)) return true
    const profileId = profileOf(request)
    if (typeof profileId !== 'string' || !isId('prof', profileId) || !request.caller) return false
    return (await findSize(request.caller.accountId, profileId)) > profileBytesMax
  }

  function hasLargeBody({ body }: Request): boolean {
    // An upload has no length yet: its handler reads it piece by piece.
    return body?.length !== undefined && body.length > smallMax
  }

  function laneOf(operationId: OperationId, bodyBytes: number): OpenRequestThread['heavy'] {
    if (bodyBytes > lightBodyBytesMax) return thread.heavy
    return { queue: waiting.has(operationId) ? thread.long : thread.short, send: thread.send }
  }

  async function handOver(
    request: Request,
    rest: Pick<SentRequest, 'operationId' | 'share' | 'requestId'>,
    signal: AbortSignal,
  ): Promise<Received> {
    const { url, params, query, headers, caller, body } = request
    const { queue, send } = laneOf(rest.operationId, body?.length ?? 0)
    let received: Received
    const leave = await queue.enter(caller?.accountId ?? '', body?.length ?? 0, signal)
    try {
      // If the operation has no body, anything sent is ignored.
      const bytes = body?.length === undefined ? undefined : transferable(await body.bytes())
      signal.throwIfAborted()
      const nowMs = clock().getTime()
      const port = send({ ...rest, url, params, query, headers, caller, body: bytes, nowMs })
      const tellGone = () => port.postMessage(gone)
      signal.addEventListener('abort', tellGone)
      received = await receiveAnswer(port).finally(() => signal.removeEventListener('abort', tellGone))
    } finally {
      // Not before the thread is finished: clients that disconnect early must not make it work on more than its share.
      leave()
    }
    // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
    await nextTurn()
    return received
  }

  /** The main thread has the batch runner and the result streams. */
  async function respondHere(
    operation: Operation,
    request: Request,
    answer: Answer,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { route, handler } = operation
    if (!handler.respond || answer.status !== route.status || typeof answer.body !== 'string') return answer
    const now = clock().toISOString()
    const call = { ...request, now, db: store.read, signal } as unknown as Call<OperationId>
    const responded = answerOf(route, await handler.respond(call, JSON.parse(answer.body) as Reply<never>))
    return { ...responded, headers: { ...answer.headers, ...responded.headers } }
  }

  return {
    async take(operation, request, requestId, signalOf) {
      // A streamed body is never in memory as a whole, so it is not passed to the thread.
      if (operation.route.body !== undefined && operation.route.body.kind !== 'json') return undefined
      const operationId = operation.id as OperationId
      const profileOf = answeredThere[operationId]
      const profileLookedAt = profileOf ?? checkedThere[operationId]
      if (profileLookedAt ? !(await isLarge(request, profileLookedAt)) : !hasLargeBody(request)) return undefined
      const signal = signalOf()
      const share = profileOf ? 'answer' : 'check'
      const received = await handOver(request, { operationId, share, requestId }, signal)
      if (operationId !== 'submitBatch' || !('answer' in received)) return received
      return { answer: await respondHere(operation, request, received.answer, signal) }
    },
  }
}

function isPreviewOfMerge(request: Request): boolean {
  if (request.body?.length === undefined) return false
  return memberOf(memberOf(request.body.value(), 'to'), 'merge') !== undefined
}

function inPath({ params }: Request): unknown {
  return memberOf(params, 'id')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** The bytes without a copy: http/body.ts allocates separate memory for each body. */
function transferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
}
