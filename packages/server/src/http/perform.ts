import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Caller } from '@palate/core/keys/access.ts'
import { type OperationId, type Route, routes } from '@palate/core/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isoTime } from '../iso-time.ts'
import type { Call, Handler, Outcome } from '../operations.ts'
import { type Services, sha256 } from '../services.ts'
import type { Body } from './body.ts'
import { type Answer, type Attempt, lookUp, readIdempotencyKey, recall, remember, stillRunning } from './idempotency.ts'
import { validate } from './validate.ts'

export type AnyHandler = Handler<OperationId>

const jsonType = 'application/json; charset=utf-8'

/** Validates, runs the handler (a write inside its transaction), and sends what came of it. */
export async function perform(
  services: Services,
  id: OperationId,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
): Promise<unknown> {
  const route: Route = routes[id]
  const body = request.body as Body | undefined
  const input = validate(route, { params: request.params, query: request.query, body: body?.value })
  const { store } = services
  const now = isoTime(services.clock().getTime())
  const signal = handler.isLong || handler.respond ? goneAway(reply) : neverAborted
  const call = { ...input, caller, headers: request.headers, now, db: store.read, signal } as Call<OperationId>
  if (route.method === 'GET') return send(reply, route, await handler(call))
  await handler.check?.(call)

  const key = route.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  if (key !== undefined && caller) {
    const asked = JSON.stringify([caller.projectId, request.url])
    const requestHash = sha256(Buffer.concat([Buffer.from(asked), body?.bytes ?? Buffer.alloc(0)])).toString('hex')
    const attempt = { accountId: caller.accountId, operation: id, key, requestHash }
    const once = handler.isLong ? performLongOnce : performOnce
    return alone(attempt, async () => {
      const done = await once(services, attempt, route, handler, call)
      return handler.respond ? respondOnce(reply, route, handler, call, done) : replayOrSend(reply, route, done)
    })
  }
  if (handler.isLong) return send(reply, route, await handler(call))
  const outcome = await store.write((db) => handler({ ...call, db }))
  return send(reply, route, handler.respond ? await handler.respond(call, outcome.body as never) : outcome)
}

/** The answer is made anew from what was stored, now or by the first request with the key. */
async function respondOnce(
  reply: FastifyReply,
  route: Route,
  handler: AnyHandler,
  call: Call<OperationId>,
  once: Once,
) {
  const stored = 'done' in once ? once.done.body : JSON.parse(once.replayed.body)
  const outcome = await handler.respond?.(call, stored as never)
  if ('replayed' in once) reply.header('idempotency-replayed', 'true')
  return outcome && send(reply, route, outcome)
}

type Once = { readonly replayed: Answer } | { readonly done: Outcome<OperationId> }

/** The change and the memory of its answer in one transaction. */
function performOnce(
  { store }: Services,
  attempt: Attempt,
  route: Route,
  handler: AnyHandler,
  call: Call<OperationId>,
): Promise<Once> {
  return store.write(async (db) => {
    const replayed = await recall(db, attempt, call.now)
    if (replayed) return { replayed }
    const done = await handler({ ...call, db })
    await remember(db, attempt, await answerOf(route, done))
    return { done }
  })
}

/** Long work is done first and remembered then; whoever was quicker elsewhere is believed. */
async function performLongOnce(
  { store }: Services,
  attempt: Attempt,
  route: Route,
  handler: AnyHandler,
  call: Call<OperationId>,
): Promise<Once> {
  const before = await lookUp(store.read, attempt, call.now)
  if (before) return { replayed: before }
  const answer = await answerOf(route, await handler(call))
  const meanwhile = await store.write(async (db) => {
    const other = await recall(db, attempt, call.now)
    if (!other) await remember(db, attempt, answer)
    return other
  })
  return { replayed: meanwhile ?? { ...answer, isFirst: true } }
}

async function answerOf(route: Route, outcome: Outcome<OperationId>): Promise<Answer> {
  const { status = route.status, headers = {}, body, replay = body, mediaType = route.mediaType ?? jsonType } = outcome
  const whole = isStream(replay) ? await text(replay) : JSON.stringify(replay)
  return { status, headers: { ...headers, 'content-type': mediaType }, body: whole }
}

function replayOrSend(reply: FastifyReply, route: Route, once: Once): FastifyReply {
  if ('done' in once) return send(reply, route, once.done)
  const { status, headers, body, isFirst = false } = once.replayed
  reply
    .code(status)
    .headers({ 'content-type': jsonType, ...headers, ...(!isFirst && { 'idempotency-replayed': 'true' }) })
  return reply.send(body)
}

const running = new Set<string>()

/** Refuses a second request with the same idempotency key while the first one runs in this process. */
async function alone<Result>({ accountId, operation, key }: Attempt, work: () => Promise<Result>): Promise<Result> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}

function send(reply: FastifyReply, route: Route, outcome: Outcome<OperationId>): FastifyReply {
  const { status = route.status, headers = {}, body, mediaType = route.mediaType ?? jsonType } = outcome
  reply.code(status).headers(headers)
  if (body === null) return reply.send()
  reply.type(mediaType)
  if (typeof body === 'string' || isStream(body)) return reply.send(body)
  if (!outcome.isKept) return reply.send(JSON.stringify(body))
  const { text: written, length } = keptText(body)
  return reply.header('content-length', length).send(written)
}

const keptTexts = new WeakMap<object, { readonly text: string; readonly length: string }>()

function keptText(body: object) {
  const known = keptTexts.get(body)
  if (known) return known
  const written = JSON.stringify(body)
  const kept = { text: written, length: String(Buffer.byteLength(written)) }
  keptTexts.set(body, kept)
  return kept
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}

const neverAborted = new AbortController().signal

/** Aborts when the connection closes before the answer was sent whole. */
function goneAway(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client went away'))
  })
  return controller.signal
}
