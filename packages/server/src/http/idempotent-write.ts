import { text } from 'node:stream/consumers'
import type { Route } from '@palate/core/route.ts'
import type { OperationId } from '@palate/core/routes.ts'
import type { Call, Outcome } from '../operations.ts'
import type { Store } from '../store/store.ts'
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
  readonly attempt: IdempotentRequest
  readonly route: Route
  readonly handler: AnyHandler
  readonly call: Call<OperationId>
}

type Once = { readonly replayed: StoredAnswer } | { readonly done: Outcome<OperationId> }

/** Does the work of a request with an Idempotency-Key, or finds that it was done, and answers the same. */
export async function answerIdempotently(task: Task): Promise<Answer> {
  const { attempt, route, handler, call } = task
  const work = handler.isLongRunning ? runOutsideTransaction : runInTransaction
  const once = await alone(attempt, () => work(task))
  if (!handler.respond) return 'done' in once ? answerOf(route, once.done) : answerAgain(once.replayed)
  // The answer is made anew from what was stored, now or by the first request with the key.
  if ('done' in once) return answerOf(route, await handler.respond(call, once.done.body as never))
  const answer = answerOf(route, await handler.respond(call, JSON.parse(once.replayed.body) as never))
  return { ...answer, headers: { ...answer.headers, ...replayedHeader } }
}

const replayedHeader = { 'idempotency-replayed': 'true' }

function answerAgain({ status, headers, body, isFirst = false }: StoredAnswer): Answer {
  const { 'content-type': mediaType = jsonType, ...others } = headers
  return { status, headers: { ...others, ...(!isFirst && replayedHeader) }, mediaType, body }
}

/** The change and the memory of its answer in one transaction. */
function runInTransaction({ store, attempt, route, handler, call }: Task): Promise<Once> {
  return store.write(async (db) => {
    const replayed = await claimKeyOrFindAnswer(db, attempt, call.now)
    if (replayed) return { replayed }
    const done = await handler({ ...call, db })
    await saveAnswer(db, attempt, await storedAnswerOf(route, done))
    return { done }
  })
}

/** Long work is done first and remembered then; whoever was quicker elsewhere is believed. */
async function runOutsideTransaction({ store, attempt, route, handler, call }: Task): Promise<Once> {
  const before = await findAnswer(store.read, attempt, call.now)
  if (before) return { replayed: before }
  const answer = await storedAnswerOf(route, await handler(call))
  const meanwhile = await store.write(async (db) => {
    const other = await claimKeyOrFindAnswer(db, attempt, call.now)
    if (!other) await saveAnswer(db, attempt, answer)
    return other
  })
  return { replayed: meanwhile ?? { ...answer, isFirst: true } }
}

async function storedAnswerOf(route: Route, { replay, ...outcome }: Outcome<OperationId>): Promise<StoredAnswer> {
  const { status, headers, mediaType, body } = answerOf(route, replay ? { ...outcome, body: replay } : outcome)
  const whole = isStream(body) ? await text(body) : (body ?? '')
  return { status, headers: { ...headers, 'content-type': mediaType }, body: whole }
}

const running = new Set<string>()

/** Refuses a second request with the same idempotency key while the first one runs in this process. */
async function alone<Result>(
  { accountId, operation, key }: IdempotentRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify([accountId, operation, key])
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}
