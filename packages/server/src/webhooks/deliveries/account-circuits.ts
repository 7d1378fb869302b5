import { accountCircuitFailuresMax, accountPauseMs } from '@palate/core/webhooks/health.ts'
import { LRUCache } from 'lru-cache'

/** Accounts whose failures are remembered. A forgotten one starts again with a closed circuit. */
const accountsMax = 10_000

interface Circuit {
  readonly failuresInRow: number
  readonly restsUntilMs: number
}

const closed: Circuit = { failuresInRow: 0, restsUntilMs: 0 }

/**
 * A circuit for each account, as this process sees it. It opens when attempts to any of the account's webhooks fail one
 * after the other. Attempts to webhooks that failed last are then made a few at a time, with pauses, until one succeeds.
 * Otherwise a thousand dead webhooks, each with its own circuit, would use most of the process.
 */
export class AccountCircuits {
  readonly #firstRetryMs: number
  readonly #byAccount = new LRUCache<string, Circuit>({ max: accountsMax })

  constructor(firstRetryMs: number) {
    this.#firstRetryMs = firstRetryMs
  }

  /** Counts the result of an attempt. */
  note(accountId: string, isSuccess: boolean): void {
    if (isSuccess) this.#byAccount.delete(accountId)
    else
      this.#byAccount.set(accountId, { ...this.#of(accountId), failuresInRow: this.#of(accountId).failuresInRow + 1 })
  }

  isOpen(accountId: string): boolean {
    return this.#of(accountId).failuresInRow >= accountCircuitFailuresMax
  }

  /** Begins a pause if the circuit is open. */
  rest(accountId: string): void {
    const { failuresInRow } = this.#of(accountId)
    const restsUntilMs = performance.now() + accountPauseMs(failuresInRow, this.#firstRetryMs)
    if (this.isOpen(accountId)) this.#byAccount.set(accountId, { failuresInRow, restsUntilMs })
  }

  isResting(accountId: string): boolean {
    return performance.now() < this.#of(accountId).restsUntilMs
  }

  #of(accountId: string): Circuit {
    return this.#byAccount.get(accountId) ?? closed
  }
}
