import type { MessagePort } from 'node:worker_threads'
import type { Fault } from '@palate/core/fault.ts'
import type { OpenState } from '../scoring/learning/large-states.ts'
import type { StateMessage } from './messages.ts'

/** Reports an opened state to the main thread, and then sends the requested input, dimension by dimension. */
export async function sendState(
  port: MessagePort,
  open: () => Promise<Omit<OpenState, 'close'> | undefined>,
  faultOf: (error: unknown) => Fault,
): Promise<void> {
  const post = (message: StateMessage) => port.postMessage(message)
  const fail = (error: unknown) => {
    const { code, message, extras } = faultOf(error)
    const { headers, members } = extras
    post({ broken: { code, detail: message, headers, members } })
  }
  try {
    const state = await open()
    port.on('message', (dimension: string) => {
      state?.inputs.inputOf(dimension).then((input) => post({ input }), fail)
    })
    post({ opened: { fingerprint: state?.inputs.fingerprint ?? '', dimensions: state?.dimensions ?? [] } })
  } catch (error) {
    fail(error)
  }
}
