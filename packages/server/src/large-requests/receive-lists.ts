import type { MessagePort } from 'node:worker_threads'
import type { CheckedRequest } from '../http/answer-request.ts'
import { more, type RequestMessage } from './messages.ts'

/** Asks for the long lists of a checked body piece by piece. The event loop has a turn before each. */
export function receiveLists(
  port: MessagePort,
  checked: CheckedRequest,
  done: (received: { readonly checked: CheckedRequest }) => void,
): void {
  const body = checked.input.body as Readonly<Record<string, unknown[]>>
  port.on('message', (message: RequestMessage) => {
    if ('list' in message) {
      body[message.list]?.push(...message.items)
      return port.postMessage(more)
    }
    port.close()
    done({ checked })
  })
  port.postMessage(more)
}
