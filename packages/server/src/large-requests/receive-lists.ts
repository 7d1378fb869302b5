import type { MessagePort } from 'node:worker_threads'
import type { CheckedRequest } from '../http/request/check-request.ts'
import { more, type RequestMessage } from './messages.ts'

/** Requests the long lists of a checked body piece by piece. Yields to the event loop before each. */
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
