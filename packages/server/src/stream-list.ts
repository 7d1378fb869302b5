import { Readable } from 'node:stream'
import { turnIfLong } from './work/turns.ts'

/** Pieces have at least this many characters, but for the last one. */
const pieceCharactersMin = 64 * 1024

/**
 * The JSON text of `{[name]: items, ...rest}` as a stream. Making the text of thousands of items at once would hold up
 * the event loop. `show` makes what is sent of an item.
 */
export function streamList<Item>(
  name: string,
  items: Iterable<Item>,
  rest: object,
  show: (item: Item) => unknown = (item) => item,
): Readable {
  return Readable.from(piecesOf(name, items, rest, show), { objectMode: false })
}

async function* piecesOf<Item>(
  name: string,
  items: Iterable<Item>,
  rest: object,
  show: (item: Item) => unknown,
): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(name)}:[`
  let separator = ''
  for (const item of items) {
    piece += separator + JSON.stringify(show(item))
    separator = ','
    if (piece.length >= pieceCharactersMin) {
      yield piece
      piece = ''
    }
    const turn = turnIfLong()
    if (turn) await turn
  }
  const members = JSON.stringify(rest).slice(1)
  yield `${piece}]${members === '}' ? '' : ','}${members}`
}
