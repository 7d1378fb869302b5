import { Readable } from 'node:stream'
import type { CheckedRequest } from '../http/request/check-request.ts'

/** A list with more items, or with more characters as JSON, is sent in pieces of this size, or of one item. */
export const itemsPerPieceMax = 500
export const charactersPerPieceMax = 512 * 1024

export type ListPiece = readonly [name: string, items: readonly unknown[]]
type Lists = Readonly<Record<string, unknown[]>>

/**
 * Takes the long lists out of a checked body, as a stream of pieces. Receiving 10,000 frames with 32 MiB of text in one
 * message would block the event loop of the main thread.
 */
export function splitChecked(checked: CheckedRequest) {
  const body = checked.input.body as Lists | undefined
  const long = Object.entries(body ?? {}).filter(([, list]) => isLong(list))
  if (long.length === 0) return { checked, pieces: undefined }
  const rest = { ...body, ...Object.fromEntries(long.map(([name]) => [name, []])) }
  const emptied = { ...checked, input: { ...checked.input, body: rest } } as CheckedRequest
  return { checked: emptied, pieces: Readable.from(piecesOf(long)) }
}

/** Puts the lists back. */
export async function joinChecked(checked: CheckedRequest, pieces: AsyncIterable<ListPiece>): Promise<CheckedRequest> {
  for await (const [name, items] of pieces) (checked.input.body as Lists)[name]?.push(...items)
  return checked
}

function isLong(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.length > itemsPerPieceMax || JSON.stringify(value).length > charactersPerPieceMax
}

function* piecesOf(lists: readonly (readonly [string, readonly unknown[]])[]): Generator<ListPiece> {
  for (const [name, list] of lists) {
    let from = 0
    let characters = 0
    for (const [i, item] of list.entries()) {
      const own = JSON.stringify(item).length
      if (i > from && (i - from === itemsPerPieceMax || characters + own > charactersPerPieceMax)) {
        yield [name, list.slice(from, i)]
        from = i
        characters = 0
      }
      characters += own
    }
    yield [name, list.slice(from)]
  }
}
