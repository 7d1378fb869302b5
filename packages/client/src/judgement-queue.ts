import { isPalateError } from './error.ts'

/** Stores waiting jobs beyond the end of the program: in a file or in the browser's storage. */
export interface JudgementStorage<Job> {
  /** The jobs that an earlier program left. */
  read(): readonly Job[]
  write(waiting: readonly Job[]): void
}

export interface JudgementQueueState<Job, Answer> {
  /** Not stored by the service yet, in order. */
  readonly waiting: readonly Job[]
  /** Why the last attempt failed, while the queue retries it. */
  readonly problem: unknown
  /** The last response of the service. */
  readonly answer: Answer | undefined
  /** The last job that the service refused, and why. It is not retried. */
  readonly refused: { readonly job: Job; readonly error: unknown } | undefined
}

/** After a refusal: drop the job and continue, drop it and stop, or keep it and stop. */
export type AfterRefusal = 'continue' | 'stop' | 'stop-and-keep'

export interface JudgementQueueOptions<Job, Answer> {
  readonly send: (job: Job) => Promise<Answer>
  readonly storage?: JudgementStorage<Job>
  /** Whether the same job may succeed later. Default: `isTransientError`. */
  readonly isTransient?: (error: unknown) => boolean
  /** Default: `continue`. */
  readonly afterRefusal?: (error: unknown) => AfterRefusal
  readonly firstPauseMs?: number
  readonly pauseMsMax?: number
}

/**
 * Sends judgements in the background, in the order in which they were made. A job that cannot be sent now stays at the
 * front and is retried with growing pauses, so a lost connection loses nothing.
 */
export class JudgementQueue<Job, Answer> {
  readonly #options: JudgementQueueOptions<Job, Answer>
  readonly #listeners = new Set<() => void>()
  #state: JudgementQueueState<Job, Answer> = { waiting: [], problem: undefined, answer: undefined, refused: undefined }
  #running: Promise<void> | undefined
  #isClosing = false
  #isStopped = false
  #wake: () => void = () => undefined

  constructor(options: JudgementQueueOptions<Job, Answer>) {
    this.#options = options
  }

  readonly state = (): JudgementQueueState<Job, Answer> => this.#state

  /** Returns the function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Also sends the jobs that an earlier program left. */
  start(): void {
    const left = this.#options.storage?.read() ?? []
    if (left.length > 0) this.#change({ waiting: [...left, ...this.#state.waiting] })
    this.#run()
  }

  add(job: Job): void {
    this.#change({ waiting: [...this.#state.waiting, job] })
    this.#run()
  }

  /** Drops the first job that matches and was not sent yet. Returns whether there was one. */
  cancel(matches: (job: Job) => boolean): boolean {
    const unsent = this.#state.waiting.slice(this.#running ? 1 : 0)
    const canceled = unsent.find(matches)
    if (canceled === undefined) return false
    this.#change({ waiting: this.#without(canceled) })
    return true
  }

  /** Ends the pause before the next attempt. */
  wake(): void {
    this.#wake()
  }

  forgetRefusal(): void {
    this.#change({ refused: undefined })
  }

  /** For a response that is out of date, such as a budget that someone else changed. */
  forgetAnswer(): void {
    this.#change({ answer: undefined })
  }

  /** Resolves when the queue is empty or has stopped. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Tries once more to send the waiting jobs. The rest stays in the storage. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#wake()
    await this.#running
  }

  #run(): void {
    if (this.#isStopped) return
    this.#running ??= this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    // Deferred, so that `#running` is set before it is cleared.
    await Promise.resolve()
    for (let failures = 0; !this.#isStopped; ) {
      const job = this.#state.waiting[0]
      if (job === undefined) break
      const outcome = await this.#attempt(job)
      if ('answer' in outcome) {
        failures = 0
        this.#change({ waiting: this.#without(job), problem: undefined, answer: outcome.answer })
        continue
      }
      const { isTransient = isTransientError } = this.#options
      if (!isTransient(outcome.error)) this.#refuse(job, outcome.error)
      else if (this.#isClosing) break
      else await this.#pause(outcome.error, failures++)
    }
    // In the same tick as the last check of the queue, so that a job added now starts another run.
    this.#running = undefined
  }

  async #attempt(job: Job): Promise<{ readonly answer: Answer } | { readonly error: unknown }> {
    try {
      return { answer: await this.#options.send(job) }
    } catch (error) {
      return { error }
    }
  }

  #refuse(job: Job, error: unknown): void {
    const after = this.#options.afterRefusal?.(error) ?? 'continue'
    this.#isStopped = after !== 'continue'
    const waiting = after === 'stop-and-keep' ? this.#state.waiting : this.#without(job)
    this.#change({ waiting, problem: undefined, refused: { job, error } })
  }

  async #pause(problem: unknown, failures: number): Promise<void> {
    const { firstPauseMs = 500, pauseMsMax = 15_000 } = this.#options
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(pauseMsMax, firstPauseMs * 2 ** failures))
    this.#wake = resolve
    this.#change({ problem })
    await promise
    clearTimeout(timer)
  }

  #without(job: Job): readonly Job[] {
    return this.#state.waiting.filter((one) => one !== job)
  }

  #change(changes: Partial<JudgementQueueState<Job, Answer>>): void {
    this.#state = { ...this.#state, ...changes }
    if (changes.waiting) this.#options.storage?.write(changes.waiting)
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Whether another attempt may succeed: there was no response, or the service is unavailable. */
export function isTransientError(error: unknown): boolean {
  return isPalateError(error) && (error.status === 0 || error.status === 429 || error.status >= 500)
}
