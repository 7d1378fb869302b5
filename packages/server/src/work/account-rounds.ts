import { backgroundWorkFor } from './current-work.ts'

const firstRestMs = 200
const restMsMax = 5_000

interface Failing {
  readonly failures: number
  readonly untilMs: number
}

/**
 * Runs rounds of background work: one at a time for each account, and accounts independently of each other. After a
 * round has failed, its account rests, longer with each failure; the others continue.
 */
export class AccountRounds {
  readonly #work: (accountId: string) => Promise<void>
  readonly #onError: (error: unknown, accountId: string) => void
  readonly #running = new Map<string, Promise<void>>()
  /** Accounts that were started again during their round. */
  readonly #again = new Set<string>()
  readonly #failing = new Map<string, Failing>()

  constructor(work: (accountId: string) => Promise<void>, onError: (error: unknown, accountId: string) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** Starts a round, or another one after the current one. Does nothing while the account rests. */
  start(accountId: string): void {
    if (this.isResting(accountId)) return
    if (this.#running.has(accountId)) this.#again.add(accountId)
    else this.#running.set(accountId, this.#run(accountId))
  }

  isResting(accountId: string): boolean {
    const { untilMs } = this.#failing.get(accountId) ?? { untilMs: 0 }
    return performance.now() < untilMs
  }

  /** Resolves when all rounds have ended. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  async #run(accountId: string): Promise<void> {
    do {
      this.#again.delete(accountId)
      await this.#runOnce(accountId)
    } while (this.#again.has(accountId) && !this.isResting(accountId))
    // No await between the last check and this line: a later `start` begins a new round.
    this.#again.delete(accountId)
    this.#running.delete(accountId)
  }

  async #runOnce(accountId: string): Promise<void> {
    try {
      await backgroundWorkFor(accountId, () => this.#work(accountId))
      this.#failing.delete(accountId)
    } catch (error) {
      const failures = (this.#failing.get(accountId)?.failures ?? 0) + 1
      const restMs = Math.min(firstRestMs * 2 ** (failures - 1), restMsMax)
      this.#failing.set(accountId, { failures, untilMs: performance.now() + restMs })
      this.#onError(error, accountId)
    }
  }
}
