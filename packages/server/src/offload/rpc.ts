import { MessageChannel, MessagePort, type Transferable } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import { currentWork, workFor } from '../work/current-work.ts'
import type { WorkContext } from '../work/work-context.ts'

// Calls from one thread to another. `serve` answers the calls that arrive on a port, `connect` makes them at the other
// end. A method gets one input and a signal that is aborted when the caller no longer needs the result. Ports and bytes
// that are members of an input or result are moved to the other thread; everything else is copied. The method works for
// whom the caller works for.

export type Methods = Readonly<Record<string, (input: never, signal: AbortSignal) => unknown>>

/** The error to send to the caller. */
export type FailureOf = (error: unknown) => unknown

export interface Remote<Served extends Methods> {
  /** Rejects with the method's error, or with 503 if the other thread stops. An abort is left to the method. */
  call<Name extends keyof Served & string>(
    name: Name,
    input: Parameters<Served[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Served[Name]>>>
  close(): void
}

interface Call {
  readonly call: number
  readonly name: string
  readonly input: unknown
  readonly owner: Omit<WorkContext, 'signal'>
}
type ToServer = Call | { readonly abort: number }
type ToCaller = { readonly reply: number; readonly result?: unknown; readonly failure?: Failure }

export function connect<Served extends Methods>(port: MessagePort): Remote<Served> {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  let isOpen = true
  let last = 0
  port.on('message', (message: ToCaller | null) => {
    const call = waiting.get(message?.reply ?? 0)
    if (message?.failure) call?.reject(errorFrom(message.failure))
    else call?.resolve(message?.result as never)
  })
  // The message may have been a reply.
  port.once('messageerror', () => port.close())
  port.once('close', () => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(threadStopped())
  })
  return {
    async call(name, input, signal) {
      signal?.throwIfAborted()
      if (!isOpen) throw threadStopped()
      last += 1
      const call = last
      const reply = Promise.withResolvers<never>()
      const { priority, accountId } = currentWork()
      const owner = { priority, accountId }
      port.postMessage({ call, name, input, owner } satisfies ToServer, movedWith(input))
      waiting.set(call, reply)
      const abort = () => port.postMessage({ abort: call } satisfies ToServer)
      signal?.addEventListener('abort', abort)
      try {
        return await reply.promise
      } catch (error) {
        throw signal?.aborted ? signal.reason : error
      } finally {
        waiting.delete(call)
        signal?.removeEventListener('abort', abort)
      }
    },
    close: () => port.close(),
  }
}

export function serve(port: MessagePort, methods: Methods, failureOf: FailureOf = (error) => error): void {
  const running = new Map<number, AbortController>()

  async function run({ call, name, input, owner }: Call): Promise<void> {
    const abort = new AbortController()
    running.set(call, abort)
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new Error(`there is no method ${name}`)
      const result = await workFor(owner, () => method(input as never, abort.signal))
      port.postMessage({ reply: call, result } satisfies ToCaller, movedWith(result))
    } catch (error) {
      port.postMessage({ reply: call, failure: failureFrom(failureOf(error)) } satisfies ToCaller)
    } finally {
      running.delete(call)
    }
  }

  port.on('message', (message: Partial<Call & { readonly abort: number }> | null) => {
    if (message?.abort !== undefined) running.get(message.abort)?.abort(callerLeft())
    if (message?.call !== undefined) void run(message as Call)
  })
  port.once('close', () => {
    for (const abort of running.values()) abort.abort(callerLeft())
  })
}

/** Serves methods on a new port, to be sent to another thread. */
export function portTo(methods: Methods, failureOf: FailureOf, onClose = () => {}): MessagePort {
  const { port1, port2 } = new MessageChannel()
  serve(port1, methods, failureOf)
  port1.once('close', onClose)
  return port2
}

function movedWith(value: unknown): Transferable[] {
  const members = value instanceof Uint8Array ? [value] : Object.values(value ?? {})
  return members.flatMap((one) =>
    one instanceof MessagePort ? one : one instanceof Uint8Array ? (one.buffer as ArrayBuffer) : [],
  )
}

/** A failure is JSON text, so that it can always be sent. */
type Failure = string
type Sent = Pick<Fault, 'name' | 'message' | 'code' | 'extras'> & Pick<FrameFault, 'retryable'>

function failureFrom(error: unknown): Failure {
  const { name, message, code, extras, retryable } = error as Sent
  return JSON.stringify({ name, message, code, extras, retryable })
}

/** Errors that clients see keep their class. Details of an internal one are in the log of the serving side. */
function errorFrom(failure: Failure): Error {
  const sent = JSON.parse(failure)
  const { name, message, code, extras }: Sent = sent
  if (name === 'Fault')
    return code === 'internal' ? new Error('the other thread failed') : new Fault(code, message, extras)
  if (name === 'FrameFault') return new FrameFault(sent.code, message, sent)
  return name === 'ScoringUnavailable' ? new ScoringUnavailable(message) : new Error(message)
}

function threadStopped(): Fault {
  const headers = { 'retry-after': '1' }
  return new Fault('unavailable', 'the thread handling this request stopped; try again', { headers })
}

function callerLeft(): Fault {
  return new Fault('unavailable', 'the client disconnected')
}
