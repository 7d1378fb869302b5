import type { MessagePort } from 'node:worker_threads'
import { Fault } from '@palate/core/fault.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { untilAborted } from '../scoring/until-aborted.ts'
import type { StateMessage } from './messages.ts'
import { threadStopped } from './receive-answer.ts'

/**
 * Waits until the request thread has opened a state. The thread then returns one input for each dimension it is sent.
 */
export async function openConversation(port: MessagePort, signal?: AbortSignal) {
  const first = await untilAborted(receive(port), signal).catch((error: unknown) => {
    port.close()
    throw error
  })
  if (!('opened' in first)) throw new Error('the request thread did not open the state')
  let last: Promise<unknown> = Promise.resolve()

  async function ask(dimension: string): Promise<FitInput> {
    const received = receive(port)
    port.postMessage(dimension)
    const message = await received
    if (!('input' in message)) throw new Error('the request thread gave no input')
    return message.input
  }

  return {
    opened: first.opened,
    /** Calls are handled one at a time. */
    inputOf(dimension: string): Promise<FitInput> {
      const next = last.then(() => ask(dimension))
      last = next.catch(() => {})
      return next
    },
    /** Waits for pending inputs first, because others may need the same model. */
    close: () => void last.then(() => port.close()),
  }
}

/** The next message. Rejects if the thread failed or stopped. */
function receive(port: MessagePort): Promise<StateMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<StateMessage>()
  const onClose = () => reject(threadStopped())
  port.once('close', onClose)
  port.once('message', (message: StateMessage) => {
    port.off('close', onClose)
    if (!('broken' in message)) return resolve(message)
    const { code, detail, headers, members } = message.broken
    const extras = { ...(headers && { headers }), ...(members && { members }) }
    // The thread has logged the error of an internal fault.
    reject(code === 'internal' ? new Error('the request thread failed') : new Fault(code, detail, extras))
  })
  return promise
}
