import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { batch, realtime, realtimeOf, type WorkContext } from './work-context.ts'

// Whom the running code works for. Every statement and transaction waits for its owner's turn, and there are many ways
// to one, so the owner follows asynchronous calls instead of being an argument of each function. It is set where work
// enters: for each request, each call of an offload thread, and each piece of background work. Code without an owner
// works for the service itself, which takes turns like an account.

const current = new AsyncLocalStorage<WorkContext>()

/** Runs the work of an owner. */
export function workFor<Result>(owner: WorkContext, work: () => Result): Result {
  return current.run(owner, work)
}

/** Work that a client of the account is waiting for. */
export function workForAccount<Result>(accountId: string, work: () => Result): Result {
  return current.run(realtimeOf(accountId), work)
}

/** Background work for an account. Its requests do not wait for it. */
export function backgroundWorkFor<Result>(accountId: string, work: () => Result, signal?: AbortSignal): Result {
  return current.run({ ...batch, accountId, signal }, work)
}

/** Deletes what an account no longer needs. */
export function sweepFor<Result>(accountId: string, work: () => Result, signal?: AbortSignal): Result {
  return current.run({ ...batch, accountId, signal, isSweep: true }, work)
}

/** The part of the current work that writes rows of an account, such as those of a buffer. The turn stays the same. */
export function writeFor<Result>(accountId: string, work: () => Result): Result {
  return current.run({ ...currentWork(), writesFor: accountId }, work)
}

/** Work for all accounts, which may have been started by a request of one of them. */
export function workForService<Result>(work: () => Result): Result {
  return current.run(realtime, work)
}

export function currentWork(): WorkContext {
  return current.getStore() ?? realtime
}

/** A stream is produced for the current owner, whoever reads from it. */
export function ownedStream<Stream extends Readable>(stream: Stream): Stream {
  stream._read = AsyncLocalStorage.bind(stream._read.bind(stream))
  return stream
}
