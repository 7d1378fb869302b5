import type { MessagePort, Transferable } from 'node:worker_threads'
import { Fault, type FaultCode } from '@palate/core/fault.ts'
import { FrameFault, type FrameFaultBody, ScoringUnavailable } from '../scoring/faults.ts'

// Calls from one thread to another. `serve` answers the calls that arrive on a port, `connect` makes them at the other
// end. A method gets one input and a signal that is aborted when the caller no longer needs the result. Inputs and
// results can contain ports for further calls.

/** Methods that another thread can call. */
export type Methods = Readonly<Record<string, (input: never, signal: AbortSignal) => unknown>>

/** The error to send to the caller. */
export type FailureOf = (error: unknown) => unknown

export interface Remote<Served extends Methods> {
  /**
   * Rejects with the method's error, or with 503 if the other thread stops. Aborting notifies the method, which ends
   * the call.
   */
  call<Name extends keyof Served & string>(
    name: Name,
    input: Parameters<Served[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Served[Name]>>>
  close(): void
}

type Call = { readonly call: number; readonly name: string; readonly input: unknown }
type ToServer = Call | { readonly abort: number }
type ToCaller =
  | { readonly reply: number; readonly result: unknown }
  | { readonly reply: number; readonly failure: Failure }

export function connect<Served extends Methods>(port: MessagePort): Remote<Served> {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  let isOpen = true
  let last = 0
  const post = (message: ToServer, value?: unknown) => port.postMessage(message, transfersOf(value))

  port.on('message', (message: ToCaller | null) => {
    const call = waiting.get(message?.reply ?? 0)
    if (!call || !message) return
    if ('failure' in message) call.reject(errorOf(message.failure))
    else call.resolve(message.result as never)
  })
  port.once('close', () => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(threadStopped())
  })
  // A message that cannot be read may have been a reply.
  port.once('messageerror', () => port.close())

  return {
    async call(name, input, signal) {
      signal?.throwIfAborted()
      if (!isOpen) throw threadStopped()
      last += 1
      const call = last
      const reply = Promise.withResolvers<never>()
      post({ call, name, input }, input)
      waiting.set(call, reply)
      const abort = () => post({ abort: call })
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
  const post = (message: ToCaller, value?: unknown) => port.postMessage(message, transfersOf(value))

  async function run({ call, name, input }: Call): Promise<void> {
    const abort = new AbortController()
    running.set(call, abort)
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new Error(`there is no method ${name}`)
      const result = await method(input as never, abort.signal)
      post({ reply: call, result }, result)
    } catch (error) {
      post({ reply: call, failure: failureFrom(failureOf(error)) })
    } finally {
      running.delete(call)
    }
  }

  port.on('message', (message: ToServer | null) => {
    if (typeof message !== 'object' || message === null) return
    if ('abort' in message) running.get(message.abort)?.abort(callerLeft())
    if ('call' in message) void run(message)
  })
  port.once('close', () => {
    for (const abort of running.values()) abort.abort(callerLeft())
  })
  port.once('messageerror', () => port.close())
}

const transfers = new WeakMap<object, readonly Transferable[]>()

/** Moves ports and memory to the other thread together with the value, instead of copying them. */
export function transferring<Value extends object>(value: Value, list: readonly Transferable[]): Value {
  transfers.set(value, list)
  return value
}

function transfersOf(value: unknown): Transferable[] {
  return typeof value === 'object' && value !== null ? [...(transfers.get(value) ?? [])] : []
}

type Failure =
  | { readonly fault: readonly [code: FaultCode, detail: string, extras: string] }
  | { readonly frameFault: FrameFaultBody }
  | { readonly unavailable: string }
  | { readonly message: string }

/**
 * The errors that clients see keep their class. Extras are sent as JSON, which is what clients get. The details of an
 * internal error stay in the log of the serving side.
 */
function failureFrom(error: unknown): Failure {
  if (error instanceof Fault && error.code === 'internal') return { message: 'the other thread failed' }
  if (error instanceof Fault) return { fault: [error.code, error.message, JSON.stringify(error.extras)] }
  if (error instanceof FrameFault) return { frameFault: error.toJSON() }
  if (error instanceof ScoringUnavailable) return { unavailable: error.message }
  return { message: error instanceof Error ? error.message : String(error) }
}

function errorOf(failure: Failure): Error {
  if ('fault' in failure) {
    const [code, detail, extras] = failure.fault
    return new Fault(code, detail, JSON.parse(extras) as Fault['extras'])
  }
  if ('frameFault' in failure) {
    return new FrameFault(failure.frameFault.code, failure.frameFault.message, failure.frameFault)
  }
  return 'unavailable' in failure ? new ScoringUnavailable(failure.unavailable) : new Error(failure.message)
}

function threadStopped(): Fault {
  const headers = { 'retry-after': '1' }
  return new Fault('unavailable', 'the thread handling this request stopped; try again', { headers })
}

function callerLeft(): Fault {
  return new Fault('unavailable', 'the client disconnected')
}
