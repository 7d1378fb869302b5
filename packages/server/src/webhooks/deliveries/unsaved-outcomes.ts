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

  /** Removes and returns those of an account, up to a number of failures: each takes several statements. */
  take(accountId: string, failuresMax: number): Unsaved {
    const { outcomes, toRelease } = this.#byAccount.get(accountId) ?? { outcomes: [], toRelease: [] }
    this.#byAccount.delete(accountId)
    let failures = 0
    const end = outcomes.findIndex(({ attempt }) => attempt.error !== null && ++failures > failuresMax)
    if (end >= 0) this.add(accountId, { outcomes: outcomes.splice(end) })
    return { outcomes, toRelease }
  }

  /** Returns what could not be stored to its place before later outcomes. */
  putBack(accountId: string, unsaved: Unsaved): void {
    const later = this.take(accountId, Number.POSITIVE_INFINITY)
    this.add(accountId, unsaved)
    this.add(accountId, later)
  }
}
