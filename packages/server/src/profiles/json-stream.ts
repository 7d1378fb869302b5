import { Readable } from 'node:stream'
import { mapTexts, parseReference, type TextBlobReference } from '@palate/core/profile/text-blobs.ts'
import type { ObjectReader } from './snapshots/object-reader.ts'
import { bytesPerStatementMax } from './snapshots/object-store.ts'
import { objectNameOf, referencesIn, splitAtReferences, type TextBlobs } from './snapshots/text-blobs.ts'

/** Characters sent at a time. */
const pieceCharacters = 256 * 1024

/** JSON text in pieces. No reference is split across two of them. */
export type JsonPieces = AsyncIterable<string> | Iterable<string>

/**
 * Streams JSON text and replaces references with their text blobs, so that a response takes a few megabytes of memory,
 * or one picture, however many pictures it contains.
 */
export function streamJson(pieces: JsonPieces, objects: ObjectReader, texts: TextBlobs): Readable {
  return Readable.from(inPieces(putTextBlobs(pieces, objects, texts)), { objectMode: false })
}

/** Returns a response as is, or as a stream if it contains references to text blobs. */
export function withTextBlobs<Reply extends object>(reply: Reply, objects: ObjectReader, texts: TextBlobs) {
  const json = JSON.stringify(reply)
  return splitAtReferences(json).length === 1 ? reply : streamJson([json], objects, texts)
}

/** A small value with its references replaced by text blobs. */
export async function putTextBlobsInto<Value>(value: Value, objects: ObjectReader, texts: TextBlobs): Promise<Value> {
  const names = [...referencesIn([JSON.stringify(value)]).keys()].filter((name) => !texts.has(name))
  const stored = names.length === 0 ? texts : await objects.read(names)
  return mapTexts(value, (text) => {
    const reference = parseReference(text)
    if (!reference) return text
    const name = objectNameOf(reference)
    return texts.get(name) ?? stored.get(name) ?? text
  })
}

async function* putTextBlobs(pieces: JsonPieces, objects: ObjectReader, texts: TextBlobs) {
  let parts: (string | TextBlobReference)[] = []
  let size = 0
  for await (const piece of pieces) {
    for (const part of splitAtReferences(piece)) {
      parts.push(part)
      size += typeof part === 'string' ? part.length : part.bytes
      if (size < bytesPerStatementMax) continue
      yield* resolved(parts, objects, texts)
      parts = []
      size = 0
    }
  }
  yield* resolved(parts, objects, texts)
}

async function* resolved(parts: readonly (string | TextBlobReference)[], objects: ObjectReader, texts: TextBlobs) {
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : objectNameOf(part)))
  const stored = oneByOne(objects.contents(names.filter((name) => !texts.has(name))))
  for (const part of parts) {
    if (typeof part === 'string') yield part
    else yield* quoted(texts.get(objectNameOf(part)) ?? (await stored.next()).value ?? '')
  }
}

async function* oneByOne<Item>(slices: AsyncIterable<readonly Item[]>): AsyncGenerator<Item, undefined> {
  for await (const slice of slices) yield* slice
}

/** A text as a JSON string. */
function* quoted(text: string) {
  yield '"'
  for (const slice of slicesOf(text)) yield JSON.stringify(slice).slice(1, -1)
  yield '"'
}

/** Joins short pieces and splits long ones. */
async function* inPieces(pieces: AsyncIterable<string>) {
  let short = ''
  for await (const piece of pieces) {
    short += piece
    if (short.length < pieceCharacters) continue
    yield* slicesOf(short)
    short = ''
  }
  if (short !== '') yield short
}

/** Never splits a surrogate pair. */
function* slicesOf(text: string) {
  for (let from = 0; from < text.length; ) {
    const end = from + pieceCharacters
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
