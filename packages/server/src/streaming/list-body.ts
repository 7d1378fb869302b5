import { Readable } from 'node:stream'
import type { MaybePromise } from '../store/store.ts'
import { currentWork } from '../work/current-work.ts'
import { yieldIfLong } from '../work/event-loop.ts'
import { jsonPieces } from './stream-list.ts'

/** Rows of a list that one statement reads. More would block the event loop. */
export const rowsPerPageMax = 100
/** About how much text they have. A single longer row is read alone. */
export const charactersPerPageMax = 256 * 1024

export interface List<Row> {
  /** The member of the response that has the items. */
  readonly name: string
  /** Items in the response; if there are more, it ends with a cursor. */
  readonly size: number
  /** Rows after the given one, or the first ones. */
  readonly read: (last: Row | undefined, rowsMax: number) => MaybePromise<readonly Row[]>
  /** The JSON text of an item. */
  readonly textOf: (row: Row) => string
  readonly cursorOf: (last: Row) => string
  /** Rows that one statement reads at most, if each takes long. */
  readonly rowsAtOnceMax?: number
}

/**
 * The JSON text of a list, read a few rows at a time. Between them other accounts have their turns. A long list is a
 * stream, which reads at the pace of its client.
 */
export async function listBody<Row>(list: List<Row>): Promise<string | Readable> {
  const rest: { nextCursor?: string } = {}
  const pieces = jsonPieces(
    list.name,
    textsOf(list, (cursor) => {
      rest.nextCursor = cursor
    }),
    () => rest,
  )
  const [first, second] = [await pieces.next(), await pieces.next()]
  if (second.done) return first.value ?? ''
  return Readable.from(continued([first.value ?? '', second.value], pieces), { objectMode: false })
}

async function* textsOf<Row>(list: List<Row>, onMore: (cursor: string) => void) {
  const { size, read, textOf, cursorOf, rowsAtOnceMax = rowsPerPageMax } = list
  let last: Row | undefined
  let left = size
  for (let rowsMax = rowsAtOnceMax; ; ) {
    const wanted = Math.min(rowsMax, left + 1)
    const rows = await read(last, wanted)
    let characters = 0
    for (const row of rows) {
      if (left === 0) return last === undefined ? undefined : onMore(cursorOf(last))
      const yielded = yieldIfLong(currentWork())
      if (yielded) await yielded
      const text = textOf(row)
      yield text
      characters += text.length
      last = row
      left -= 1
    }
    if (rows.length < wanted) return
    rowsMax = Math.min(rowsAtOnceMax, rowsFor(characters / rows.length))
  }
}

/** How many rows of this average length are read next. */
function rowsFor(charactersEach: number): number {
  return Math.max(1, Math.min(rowsPerPageMax, Math.floor(charactersPerPageMax / charactersEach)))
}

async function* continued(pieces: readonly string[], rest: AsyncIterable<string>) {
  yield* pieces
  yield* rest
}
