import type { Scope } from './grammar.ts'

/**
 * Whether a question asks for something unwanted: "What should we avoid?", "What must never happen?". Counts the
 * negations of each clause, because two of them cancel out: "What can you not live without?"
 */
export class Polarity {
  #ofLists = 0
  #pending = 0
  #likings = 0
  #isAverse = false
  #isParting = false
  #rejects = false
  #wishes = false

  /** True only if all clauses reject: the answer to "What do you like and dislike?" says which one it means. */
  get rejects(): boolean {
    return this.#rejects && !this.#wishes
  }

  negate(scope: Scope): void {
    if (scope === 'list') this.#ofLists += 1
    else this.#pending += 1
  }

  /** In "not too busy" the negation belongs to "busy" and says nothing about the answer. A list negation does both. */
  attach(): void {
    this.#pending = 0
  }

  like(): void {
    this.#likings += 1
  }

  /** "What is bad?" In "What do you hate about bad pages?" the two say the same. */
  averse(): void {
    this.#isAverse = true
  }

  /** "What must not be missing?", "What would you never give up?" */
  part(): void {
    this.#isParting = true
  }

  endClause(): void {
    const aversions = this.#isAverse && this.#ofLists === 0 ? 1 : 0
    const negations = this.#ofLists + this.#pending + aversions
    if (negations > 0) {
      if ((negations + (this.#isParting ? 1 : 0)) % 2 === 1) this.#rejects = true
      else this.#wishes = true
    } else if (this.#likings > 0) this.#wishes = true
    this.#ofLists = 0
    this.#pending = 0
    this.#likings = 0
    this.#isAverse = false
    this.#isParting = false
  }
}
