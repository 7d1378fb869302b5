import { inTurn } from '../../work/in-turn.ts'

/** Accounts that one poll looks at, each with a query. With more, they take turns. */
export const accountsPerPollMax = 50

/** Chooses the accounts that a poll looks at: first those that are known to have something new, then the next ones. */
export class DueTurns {
  readonly #preferred = new Set<string>()
  #last = ''

  prefer(accountId: string): void {
    this.#preferred.add(accountId)
  }

  /** `due` is sorted. */
  next(due: readonly string[]): readonly string[] {
    const chosen = inTurn(due, this.#last, (accountId) => accountId).slice(0, accountsPerPollMax)
    this.#last = chosen.at(-1) ?? ''
    const preferred = [...this.#preferred]
    this.#preferred.clear()
    return [...new Set([...preferred, ...chosen])]
  }
}
