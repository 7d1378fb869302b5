import type { MessagePort } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import { FrameFault, ScoringUnavailable } from '../pictures/picture-faults.ts'
import { currentWork, workFor } from '../work/current-work.ts'
import type { WorkContext } from '../work/work-context.ts'

// Calls from one thread to another. A method gets one input and a signal that is aborted when the caller no longer needs
// the result. Bytes are moved to the other thread, alone or as a member of an input or result; everything else is
// copied. The method works for whom the caller works for.

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
type Abort = { readonly abort: number }
type Reply = { readonly reply: number; readonly result?: unknown; readonly failure?: Failure }

/** Serves `methods` on a port, and calls the methods at its other end. */
export function connect<Served extends Methods>(
  port: MessagePort,
  methods: Methods = {},
  failureOf: FailureOf = (error) => error,
): Remote<Served> {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  const running = new Map<number, AbortController>()
  let isOpen = true
  let last = 0

  async function run({ call, name, input, owner }: Call): Promise<void> {
    const abort = new AbortController()
    running.set(call, abort)
    try {
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined
      if (!method) throw new Error(`there is no method ${name}`)
      const result = await workFor(owner, () => method(input as never, abort.signal))
      port.postMessage({ reply: call, result } satisfies Reply, movedWith(result))
    } catch (error) {
      port.postMessage({ reply: call, failure: failureFrom(failureOf(error)) } satisfies Reply)
    } finally {
      running.delete(call)
    }
  }

  port.on('message', (message: Partial<Call & Abort & Reply> | null) => {
    if (message?.call !== undefined) void run(message as Call)
    else if (message?.abort !== undefined) running.get(message.abort)?.abort(callerLeft())
    else if (message?.failure !== undefined) waiting.get(message.reply ?? 0)?.reject(errorFrom(message.failure))
    else waiting.get(message?.reply ?? 0)?.resolve(message?.result as never)
  })
  // The message may have been a reply.
  port.once('messageerror', () => port.close())
  port.once('close', () => {
    isOpen = false
    for (const { reject } of waiting.values()) reject(threadStopped())
    for (const abort of running.values()) abort.abort(callerLeft())
  })
  return {
    async call(name, input, signal) {
      signal?.throwIfAborted()
      if (!isOpen) throw threadStopped()
      last += 1
      const call = last
      const reply = Promise.withResolvers<never>()
      const { priority, accountId } = currentWork()
      port.postMessage({ call, name, input, owner: { priority, accountId } } satisfies Call, movedWith(input))
      waiting.set(call, reply)
      const abort = () => port.postMessage({ abort: call } satisfies Abort)
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

function movedWith(value: unknown): ArrayBuffer[] {
  const members = value instanceof Uint8Array ? [value] : Object.values(value ?? {})
  return members.flatMap((member) => (member instanceof Uint8Array ? (member.buffer as ArrayBuffer) : []))
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
