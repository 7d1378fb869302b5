import { Readable } from 'node:stream'
import { turnIfLong } from '../work/turns.ts'
import type { WorkContext } from '../work/work-context.ts'

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
  work: WorkContext,
  show: (item: Item) => unknown = (item) => item,
): Readable {
  return streamTexts(name, textsOf(items, work, show), () => rest)
}

/** The same of items that are JSON texts already. `rest` is called after the last of them. */
export function streamTexts(name: string, texts: AsyncIterable<string>, rest: () => object): Readable {
  return Readable.from(piecesOf(name, texts, rest), { objectMode: false })
}

async function* textsOf<Item>(items: Iterable<Item>, work: WorkContext, show: (item: Item) => unknown) {
  for (const item of items) {
    const turn = turnIfLong(work)
    if (turn) await turn
    yield JSON.stringify(show(item))
  }
}

async function* piecesOf(name: string, texts: AsyncIterable<string>, rest: () => object): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(name)}:[`
  let separator = ''
  for await (const text of texts) {
    piece += separator + text
    separator = ','
    if (piece.length >= pieceCharactersMin) {
      yield piece
      piece = ''
    }
  }
  const members = JSON.stringify(rest()).slice(1)
  yield `${piece}]${members === '}' ? '' : ','}${members}`
}
