import { setTimeout as pause } from 'node:timers/promises'
import { isAuthError, isPalateError } from '@palate/client'
import type { Judgement } from './judgement.ts'
import type { Job, UnsentFile } from './unsent.ts'

/** Judgements that may wait for a connection. */
export const unsentMax = 100
const firstPauseMs = 500
const pauseMsMax = 5_000

/**
 * Sends judgements in order, one after the other, while the person goes on. What cannot be sent waits in a file and is
 * tried again. What the service refuses is dropped, and ends the sending.
 */
export class Outbox {
  readonly #send: (job: Job) => Promise<void>
  readonly #file: UnsentFile
  readonly #onChange: () => void
  readonly #closing = new AbortController()
  #jobs: readonly Job[] = []
  #running: Promise<void> | undefined
  /** Why the last attempt failed; undefined once one succeeded. */
  problem: string | undefined
  /** Why the service refused. Nothing more is sent. */
  refusal: unknown

  constructor(send: (job: Job) => Promise<void>, file: UnsentFile, onChange: () => void) {
    this.#send = send
    this.#file = file
    this.#onChange = onChange
  }

  /** How many judgements wait. */
  get waiting(): number {
    return this.#jobs.length
  }

  /** Whether so much waits that no more may be judged. */
  get isFull(): boolean {
    return this.#jobs.length >= unsentMax
  }

  /** Begins to send what earlier processes could not. */
  resume(): void {
    this.#jobs = this.#file.takeOver()
    this.#run()
  }

  add(judgement: Judgement): void {
    this.#push({ kind: 'add', judgement })
  }

  takeBack(judgement: Judgement): void {
    this.#push({ kind: 'take-back', judgement })
  }

  /** Until nothing waits, or the service has refused something. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Tries once more to send what waits. The rest stays in the file. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  #push(job: Job): void {
    this.#jobs = [...this.#jobs, job]
    this.#file.write(this.#jobs)
    this.#run()
  }

  #run(): void {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
  }

  async #sendAll(): Promise<void> {
    for (let failures = 0; this.#jobs.length > 0 && this.refusal === undefined; ) {
      try {
        await this.#send(this.#jobs[0] as Job)
        failures = 0
        this.problem = undefined
        this.#finishFirst()
      } catch (error) {
        if (!isPassing(error)) this.#refuse(error)
        else if (this.#closing.signal.aborted) return
        else await this.#wait(error, failures++)
      }
    }
  }

  #finishFirst(): void {
    this.#jobs = this.#jobs.slice(1)
    this.#file.write(this.#jobs)
    this.#onChange()
  }

  #refuse(error: unknown): void {
    this.refusal = error
    // With another key it can still be sent.
    if (isAuthError(error)) this.#onChange()
    else this.#finishFirst()
  }

  async #wait(error: unknown, failures: number): Promise<void> {
    this.problem = (error as Error).message
    this.#onChange()
    const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** failures)
    await pause(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => {})
  }
}

/** Whether another attempt may succeed: no answer came, or the service cannot answer now. */
export function isPassing(error: unknown): boolean {
  return isPalateError(error) && (error.status === 0 || error.status === 429 || error.status >= 500)
}
