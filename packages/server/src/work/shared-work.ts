import { untilAborted } from './until-aborted.ts'

interface Running<Result> {
  readonly result: Promise<Result>
  readonly abort: AbortController
  callers: number
  isDone: boolean
}

/** Work that concurrent callers share: it is done once for all of them, and aborted when all have left. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>()

  isRunning(key: string): boolean {
    return this.#running.has(key)
  }

  /** Joins the work under this key, or starts it. The signal is the caller's; the work gets a separate one. */
  async join(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const running = this.#running.get(key) ?? this.#start(key, work)
    running.callers += 1
    try {
      return await untilAborted(running.result, signal)
    } finally {
      running.callers -= 1
      if (running.callers === 0) this.#end(key, running, signal?.reason)
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const abort = new AbortController()
    const running = { result: work(abort.signal), abort, callers: 0, isDone: false }
    const end = () => {
      running.isDone = true
    }
    running.result.then(end, end)
    this.#running.set(key, running)
    return running
  }

  /** Later callers start new work. */
  #end(key: string, running: Running<Result>, reason: unknown): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
    // An abort without a reason creates an error with its stack.
    if (!running.isDone) running.abort.abort(reason)
  }
}
