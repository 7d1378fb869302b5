import { Readable } from 'node:stream'
import type { CheckedRequest } from '../http/answer-request.ts'

/** A list with more items, or with more characters as JSON, is sent in pieces of this size, or of one item. */
export const itemsPerPieceMax = 500
export const charactersPerPieceMax = 512 * 1024

export interface ListPiece {
  readonly list: string
  readonly items: readonly unknown[]
}

/**
 * Takes the long lists out of a checked body, as a stream of pieces. Receiving 10,000 frames with 32 MiB of text in one
 * message would block the event loop of the main thread.
 */
export function splitChecked(checked: CheckedRequest) {
  const body = checked.input.body as Readonly<Record<string, unknown>> | undefined
  const long = Object.entries(body ?? {}).filter((member): member is [string, unknown[]] => isLong(member[1]))
  if (long.length === 0) return { checked, pieces: undefined }
  const empty = Object.fromEntries(long.map(([name]) => [name, []]))
  const rest = { ...checked, input: { ...checked.input, body: { ...body, ...empty } } } as CheckedRequest
  return { checked: rest, pieces: Readable.from(piecesOf(long)) }
}

/** Puts the lists back. */
export async function joinChecked(checked: CheckedRequest, pieces: AsyncIterable<ListPiece>): Promise<CheckedRequest> {
  const body = checked.input.body as Readonly<Record<string, unknown[]>>
  for await (const { list, items } of pieces) body[list]?.push(...items)
  return checked
}

function isLong(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.length > itemsPerPieceMax || JSON.stringify(value).length > charactersPerPieceMax
}

function* piecesOf(lists: readonly (readonly [string, readonly unknown[]])[]): Generator<ListPiece> {
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
