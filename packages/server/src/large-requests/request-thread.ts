import { MessageChannel, type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import type { FromThread, SentRequest, StateQuestion, ThreadSettings, ToThread } from './messages.ts'

/** An idle thread exits after this time and frees its memory. */
export const threadIdleMsMax = 60_000
const closeGraceMs = 2_000

export interface RequestThread {
  /** Starts the thread if it is not running. The result arrives on the port. */
  send(request: SentRequest): MessagePort
  /** As `send`, for a question about a state. */
  ask(question: StateQuestion): MessagePort
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly exited: Promise<void>
}

/**
 * The thread that handles large requests. It starts with the first one and exits after being idle for a while. If it
 * dies, the ports of its requests close, and the next request starts another thread.
 */
export function createRequestThread(
  settings: ThreadSettings,
  onMessage: (message: FromThread, reply: (message: ToThread) => void) => void,
  onError: (error: unknown) => void,
  idleMsMax = threadIdleMsMax,
): RequestThread {
  let running: Running | undefined
  let open = 0
  let idle: NodeJS.Timeout | undefined

  function start(): Running {
    const worker = new Worker(new URL('./request-worker.ts', import.meta.url), { workerData: settings })
    const { promise: exited, resolve } = Promise.withResolvers<void>()
    const started = { worker, exited }
    worker.on('message', (message: FromThread) => onMessage(message, (reply) => worker.postMessage(reply)))
    worker.on('error', onError)
    worker.on('exit', () => {
      if (running === started) running = undefined
      resolve()
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = running
    running = undefined
    if (!ending) return
    ending.worker.postMessage('close' satisfies ToThread)
    const terminate = setTimeout(() => ending.worker.terminate(), closeGraceMs)
    await ending.exited
    clearTimeout(terminate)
  }

  function post(messageWith: (port: MessagePort) => ToThread, transfer: Transferable[] = []): MessagePort {
    clearTimeout(idle)
    running ??= start()
    const { port1, port2 } = new MessageChannel()
    open += 1
    port1.once('close', () => {
      open -= 1
      if (open === 0) idle = setTimeout(end, idleMsMax).unref()
    })
    try {
      running.worker.postMessage(messageWith(port2), [port2, ...transfer])
    } catch (error) {
      port1.close()
      throw error
    }
    return port1
  }

  return {
    send: (request) => post((port) => ({ request, port }), request.body ? [request.body.buffer] : []),
    ask: (question) => post((port) => ({ question, port })),
    close: end,
  }
}
