import { text } from 'node:stream/consumers'
import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Call, Outcome } from '../operations.ts'
import type { Store, WriteOptions } from '../store/store.ts'
import { type Answer, isStream } from './answer.ts'
import {
  claimKeyOrFindAnswer,
  findAnswer,
  type IdempotentRequest,
  type StoredAnswer,
  saveAnswer,
  stillRunning,
} from './idempotency.ts'
import { type AnyHandler, answerOf, jsonType } from './outcome.ts'

interface Task {
  readonly store: Store
  readonly request: IdempotentRequest
  readonly route: Route
  readonly handler: AnyHandler
  readonly call: Call<OperationId>
  readonly options: WriteOptions
}

type Result = { readonly replayed: StoredAnswer } | { readonly done: Outcome<OperationId> }

/** Runs a request with an Idempotency-Key, or replays the answer of the first request with that key. */
export async function answerIdempotently(task: Task): Promise<Answer> {
  const { request, route, handler, call } = task
  const run = handler.isLongRunning ? runOutsideTransaction : runInTransaction
  const result = await refuseConcurrent(request, () => run(task))
  if (!handler.respond) return 'done' in result ? answerOf(route, result.done) : replay(result.replayed)
  // The answer is built from what was stored, now or by the first request with the key.
  if ('done' in result) return answerOf(route, await handler.respond(call, result.done.body as never))
  const answer = answerOf(route, await handler.respond(call, JSON.parse(result.replayed.body) as never))
  return { ...answer, headers: { ...answer.headers, ...replayedHeader } }
}

const replayedHeader = { 'idempotency-replayed': 'true' }

function replay({ status, headers, body, isFirst = false }: StoredAnswer): Answer {
  const { 'content-type': mediaType = jsonType, ...others } = headers
  return { status, headers: { ...others, ...(!isFirst && replayedHeader) }, mediaType, body }
}

/** Stores the change and its answer in one transaction. */
function runInTransaction({ store, request, route, handler, call, options }: Task): Promise<Result> {
  return store.write(async (db) => {
    const replayed = await claimKeyOrFindAnswer(db, request, call.now)
    if (replayed) return { replayed }
    const done = await handler({ ...call, db })
    await saveAnswer(db, request, await storedAnswerOf(route, done))
    return { done }
  }, options)
}

/** Runs the handler first and stores its answer afterwards. If another process stored one first, that answer counts. */
async function runOutsideTransaction({ store, request, route, handler, call, options }: Task): Promise<Result> {
  const before = await findAnswer(store.read, request, call.now)
  if (before) return { replayed: before }
  const answer = await storedAnswerOf(route, await handler(call))
  const meanwhile = await store.write(async (db) => {
    const other = await claimKeyOrFindAnswer(db, request, call.now)
    if (!other) await saveAnswer(db, request, answer)
    return other
  }, options)
  return { replayed: meanwhile ?? { ...answer, isFirst: true } }
}

async function storedAnswerOf(route: Route, { replay, ...outcome }: Outcome<OperationId>): Promise<StoredAnswer> {
  const { status, headers, mediaType, body } = answerOf(route, replay ? { ...outcome, body: replay } : outcome)
  const whole = isStream(body) ? await text(body) : String(body ?? '')
  return { status, headers: { ...headers, 'content-type': mediaType }, body: whole }
}

const running = new Set<string>()

/** Refuses a second request with the same idempotency key while the first one runs in this process. */
async function refuseConcurrent<Done>(
  { accountId, operation, key }: IdempotentRequest,
  work: () => Promise<Done>,
): Promise<Done> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}
