import type { Job } from './claims.ts'
import type { Outcome } from './outcomes.ts'

/** What the next round of an account stores. */
export interface Unsaved {
  readonly outcomes: Outcome[]
  readonly toRelease: Job[]
}

interface Added {
  readonly outcomes?: readonly Outcome[]
  readonly toRelease?: readonly Job[]
}

/** The outcomes of attempts that are not stored yet, and claimed deliveries to release, by account. */
export class UnsavedOutcomes {
  readonly #byAccount = new Map<string, Unsaved>()

  get accountIds(): readonly string[] {
    return [...this.#byAccount.keys()]
  }

  has(accountId: string): boolean {
    return this.#byAccount.has(accountId)
  }

  add(accountId: string, { outcomes = [], toRelease = [] }: Added): void {
    const unsaved = this.#byAccount.get(accountId) ?? { outcomes: [], toRelease: [] }
    unsaved.outcomes.push(...outcomes)
    unsaved.toRelease.push(...toRelease)
    if (unsaved.outcomes.length + unsaved.toRelease.length > 0) this.#byAccount.set(accountId, unsaved)
  }

  /** Removes and returns those of an account. */
  take(accountId: string): Unsaved {
    const unsaved = this.#byAccount.get(accountId) ?? { outcomes: [], toRelease: [] }
    this.#byAccount.delete(accountId)
    return unsaved
  }
}
