import { Readable } from 'node:stream'
import { turnIfLong } from './turns.ts'

/** Pieces have at least this many characters, but for the last one. */
const pieceCharactersMin = 64 * 1024

/**
 * The JSON text of `{[name]: items, ...rest}` as a stream. Making the text of thousands of items at once would hold up
 * the event loop.
 */
export function streamList(name: string, items: Iterable<unknown>, rest: object): Readable {
  return Readable.from(piecesOf(name, items, rest), { objectMode: false })
}

async function* piecesOf(name: string, items: Iterable<unknown>, rest: object): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(name)}:[`
  let separator = ''
  for (const item of items) {
    piece += separator + JSON.stringify(item)
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
