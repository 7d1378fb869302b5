import type { MessagePort } from 'node:worker_threads'
import type { CheckedRequest } from '../http/request/check-request.ts'
import type { RequestMessage } from './messages.ts'

/** A list with more items, or with more characters as JSON, is sent in pieces of this size, or of one item. */
export const itemsPerPieceMax = 500
export const charactersPerPieceMax = 512 * 1024

type Members = Readonly<Record<string, unknown>>

/**
 * Sends a checked request to the main thread. Receiving 10,000 frames with 32 MiB of text in one message would block
 * its event loop, so the long lists of a body go in pieces, each on request.
 */
export function sendChecked(port: MessagePort, checked: CheckedRequest): void {
  const post = (message: RequestMessage) => port.postMessage(message)
  const body = checked.input.body as Members | undefined
  const long = Object.entries(body ?? {}).filter((member): member is [string, unknown[]] => isLong(member[1]))
  if (long.length === 0) return void post({ checked, isWhole: true })
  const pieces = piecesOf(long)
  port.on('message', () => {
    const next = pieces.next()
    post(next.done ? { end: true } : next.value)
  })
  const empty = Object.fromEntries(long.map(([name]) => [name, []]))
  post({ checked: { ...checked, input: { ...checked.input, body: { ...body, ...empty } } }, isWhole: false })
}

function isLong(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.length > itemsPerPieceMax || JSON.stringify(value).length > charactersPerPieceMax
}

function* piecesOf(lists: readonly (readonly [string, readonly unknown[]])[]) {
  for (const [list, all] of lists) {
    let items: unknown[] = []
    let characters = 0
    for (const item of all) {
      const own = JSON.stringify(item).length
      if (items.length > 0 && (items.length === itemsPerPieceMax || characters + own > charactersPerPieceMax)) {
        yield { list, items }
        items = []
        characters = 0
      }
      items.push(item)
      characters += own
    }
    yield { list, items }
  }
}
