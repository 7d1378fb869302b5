import { MessageChannel, MessagePort, Worker } from 'node:worker_threads'
import type { MainMethods, OffloadMethods, ThreadSettings, WorkerData } from './calls.ts'
import { scoringFailure } from './remote-scoring.ts'
import { connect, type Remote, serve } from './rpc.ts'

/** An idle thread exits after this time and frees its memory. */
export const threadIdleMsMax = 60_000
const closeGraceMs = 2_000

export interface OffloadThread {
  /** Starts the thread if it is not running. A port in the result keeps it running until the port closes. */
  readonly call: Remote<OffloadMethods>['call']
  close(): Promise<void>
}

/**
 * A thread that handles large requests. It starts with the first one and exits after being idle for a while. If it
 * dies, its calls fail, and the next call starts another thread.
 */
export function createOffloadThread(
  settings: ThreadSettings,
  methods: MainMethods,
  onError: (error: unknown) => void,
  idleMsMax = threadIdleMsMax,
): OffloadThread {
  let running: ReturnType<typeof start> | undefined
  let open = 0
  let idle: NodeJS.Timeout | undefined

  function start() {
    const [calls, toMain] = [new MessageChannel(), new MessageChannel()]
    const workerData: WorkerData = { ...settings, ports: { calls: calls.port2, main: toMain.port2 } }
    const transferList = Object.values(workerData.ports)
    const worker = new Worker(new URL('./offload-worker.ts', import.meta.url), { workerData, transferList })
    serve(toMain.port1, methods, scoringFailure)
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const started = { worker, remote: connect<OffloadMethods>(calls.port1), exited }
    worker.on('error', onError)
    worker.on('exit', () => {
      if (running === started) running = undefined
      calls.port1.close()
      toMain.port1.close()
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = running
    running = undefined
    if (!ending) return
    ending.remote.call('close', undefined).catch(() => {})
    const terminate = setTimeout(() => ending.worker.terminate(), closeGraceMs)
    await ending.exited
    clearTimeout(terminate)
  }

  function hold(): void {
    clearTimeout(idle)
    open += 1
  }

  function release(): void {
    open -= 1
    if (open === 0) idle = setTimeout(end, idleMsMax).unref()
  }

  return {
    async call(name, input, signal) {
      hold()
      try {
        running ??= start()
        const result = await running.remote.call(name, input, signal)
        for (const port of Object.values(result ?? {}).filter((value) => value instanceof MessagePort)) {
          hold()
          port.once('close', release)
        }
        return result as never
      } finally {
        release()
      }
    },
    close: end,
  }
}
