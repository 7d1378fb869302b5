import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../../tests/chaos/random.ts'
import type { Client } from '../../tests/harness/client.ts'
import type { Ledger } from './ledger.ts'
import { pickOperation, User } from './user.ts'

/** So that users do not spin while nothing responds. */
const pauseAfterFailureMs = 20
/** Each does one operation at a time. More operations at once are not started. */
const usersMax = 200

interface Load {
  readonly client: Client
  readonly ledger: Ledger
  readonly seed: number
  readonly signal: AbortSignal
}

/** Each user does one operation after the other until the signal is aborted. Returns their number. */
export async function runUsers({ client, ledger, seed, signal }: Load, users: number): Promise<number> {
  let count = 0
  const run = async (index: number) => {
    const random = createRandom(seed * 1000 + index)
    const user = new User(client, `s${seed}u${index}`, random, ledger)
    while (!signal.aborted) {
      count += 1
      const { unanswered } = user
      await user.act(pickOperation(random))
      if (user.unanswered > unanswered) await pause(pauseAfterFailureMs)
    }
  }
  await Promise.all(Array.from({ length: users }, (_, index) => run(index)))
  return count
}

/**
 * Starts operations at a fixed rate, whether or not earlier ones have ended, so that a slow service does not slow the
 * load down. Returns how many could not start because all users were busy.
 */
export async function runAtRate({ client, ledger, seed, signal }: Load, operationsPerSecond: number): Promise<number> {
  const random = createRandom(seed)
  const free: User[] = []
  const running = new Set<Promise<void>>()
  let users = 0
  let skipped = 0
  const started = performance.now()
  for (let i = 0; !signal.aborted; i++) {
    const waitMs = started + (i * 1000) / operationsPerSecond - performance.now()
    if (waitMs > 1) await pause(waitMs)
    if (free.length === 0 && users === usersMax) {
      skipped += 1
      continue
    }
    const user = free.pop() ?? new User(client, `s${seed}u${users}`, createRandom(seed * 1000 + users++), ledger)
    const work = user.act(pickOperation(random)).finally(() => {
      running.delete(work)
      free.push(user)
    })
    running.add(work)
  }
  await Promise.all(running)
  return skipped
}
