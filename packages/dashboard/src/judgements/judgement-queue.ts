import { elementIdsOf, type Judgement, removal } from './judgement.ts'

export interface QueueState<Answer> {
  /** Not yet stored by the service, in order. */
  readonly waiting: readonly Judgement[]
  /** The service did not answer; it is tried again. */
  readonly isHeldUp: boolean
  /** The last answer of the service. */
  readonly answer: Answer | undefined
  /** The last judgement that the service refused, and why. It is not tried again. */
  readonly refused: { readonly judgement: Judgement; readonly error: unknown } | undefined
}

interface Options<Answer> {
  readonly send: (judgement: Judgement) => Promise<Answer>
  /** Whether the same judgement may succeed later: no answer, a full disk, a session that ended. */
  readonly isPassing: (error: unknown) => boolean
  readonly pause: (attempt: number) => Promise<void>
  /** What was waiting when the page was left. */
  readonly kept?: readonly Judgement[]
  readonly keep?: (waiting: readonly Judgement[]) => void
}

/**
 * Sends judgements one after the other, in the order in which they were made. One that cannot be sent now stays at
 * the front and is tried again until the service answers, so a lost connection loses nothing.
 */
export class JudgementQueue<Answer> {
  readonly #options: Options<Answer>
  readonly #listeners = new Set<() => void>()
  #state: QueueState<Answer>
  #isSending = false
  #wake: () => void = () => undefined

  constructor(options: Options<Answer>) {
    this.#options = options
    this.#state = { waiting: options.kept ?? [], isHeldUp: false, answer: undefined, refused: undefined }
    void this.#sendAll()
  }

  readonly state = (): QueueState<Answer> => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(judgement: Judgement): void {
    this.#change({ waiting: [...this.#state.waiting, judgement] })
    void this.#sendAll()
  }

  /** Takes elements back: what was not sent yet never is, anything else is removed after it was stored. */
  takeBack(elementIds: readonly string[]): void {
    const unsent = this.#state.waiting.slice(this.#isSending ? 1 : 0)
    const dropped = unsent.find((judgement) => judgement.kind === 'add' && isSame(elementIdsOf(judgement), elementIds))
    if (dropped) this.#change({ waiting: this.#state.waiting.filter((judgement) => judgement !== dropped) })
    else this.add(removal(elementIds))
  }

  /** Ends the pause before the next attempt. */
  wake(): void {
    this.#wake()
  }

  forgetRefusal(): void {
    this.#change({ refused: undefined })
  }

  /** What the last answer said is no longer true: somebody changed the budget. */
  forgetAnswer(): void {
    this.#change({ answer: undefined })
  }

  /** Resolves once nothing waits. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#state.waiting.length > 0) return
        end()
        resolve()
      }
      const end = this.subscribe(check)
      check()
    })
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let attempt = 0; ; ) {
      const judgement = this.#state.waiting[0]
      if (judgement === undefined) break
      try {
        const answer = await this.#options.send(judgement)
        this.#change({ waiting: this.#without(judgement), isHeldUp: false, answer })
        attempt = 0
      } catch (error) {
        if (this.#options.isPassing(error)) {
          this.#change({ isHeldUp: true })
          await this.#pause(attempt++)
        } else {
          this.#change({ waiting: this.#without(judgement), isHeldUp: false, refused: { judgement, error } })
        }
      }
    }
    this.#isSending = false
  }

  #pause(attempt: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    return Promise.race([promise, this.#options.pause(attempt)])
  }

  #without(judgement: Judgement): readonly Judgement[] {
    return this.#state.waiting.filter((one) => one !== judgement)
  }

  #change(changes: Partial<QueueState<Answer>>): void {
    this.#state = { ...this.#state, ...changes }
    if (changes.waiting) this.#options.keep?.(changes.waiting)
    for (const listener of [...this.#listeners]) listener()
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}
