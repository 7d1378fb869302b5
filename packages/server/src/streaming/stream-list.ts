import { Readable } from 'node:stream'
import { yieldIfLong } from '../work/event-loop.ts'
import type { WorkContext } from '../work/work-context.ts'

/** Minimum number of characters in each piece except the last. */
const pieceCharactersMin = 64 * 1024

/**
 * Streams the JSON text of `{[name]: items, ...rest}`. Building the text of thousands of items in one step would block
 * the event loop. `show` converts an item to what is sent.
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

/** Streams items that are JSON text already. `rest` is called after the last of them. */
export function streamTexts(name: string, texts: AsyncIterable<string>, rest: () => object): Readable {
  return Readable.from(jsonPieces(name, texts, rest), { objectMode: false })
}

async function* textsOf<Item>(items: Iterable<Item>, work: WorkContext, show: (item: Item) => unknown) {
  for (const item of items) {
    const yielded = yieldIfLong(work)
    if (yielded) await yielded
    yield JSON.stringify(show(item))
  }
}

/** The text of such a list, in pieces. */
export async function* jsonPieces(
  name: string,
  texts: AsyncIterable<string>,
  rest: () => object,
): AsyncGenerator<string, undefined> {
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
