import { createHash } from 'node:crypto'
import { elementKinds } from '@palate/core/profile/schema.ts'
import { type ShortenText, shortenElements } from '@palate/core/profile/sent-elements.ts'
import {
  base64UrlPrefix,
  elementTextCharactersMax,
  formatReference,
  isReference,
  isUrl,
  objectNameOf,
  parseReference,
  type TextBlobReference,
} from '@palate/core/profile/text-blobs.ts'

/**
 * Long texts of elements are stored as text blobs: separate objects, once each, under the hash of their content.
 * Elements contain references to them, and all decisions work on those. A response gets the texts back while it is streamed.
 *
 * Rows written before references existed contain the texts themselves. They are read as if they contained references,
 * so that old and new elements compare as equal.
 */

export { objectNameOf }

/** Text blobs by object name that a request holds in memory: those in the request, and those found inside old rows. */
export type TextBlobs = Map<string, string>

/** Adds text blobs to `texts` and returns references to them. */
export function createShortener(texts: TextBlobs): ShortenText {
  return (text) => {
    if (text.length <= elementTextCharactersMax || isReference(text)) return text
    const reference = referTo(text)
    texts.set(objectNameOf(reference), text)
    return formatReference(reference)
  }
}

/** Shortens elements read from a row, unless the row's JSON is too short to contain a text blob. */
export function shortenStored<Lists extends object>(lists: Lists, json: string, texts: TextBlobs): Lists {
  if (json.length <= elementTextCharactersMax) return lists
  const shorten = createShortener(texts)
  const shortened = elementKinds.flatMap((kind) => {
    const elements = (lists as Record<string, readonly unknown[] | undefined>)[kind]
    return elements ? [[kind, shortenElements(kind, elements, shorten)] as const] : []
  })
  return { ...lists, ...Object.fromEntries(shortened) }
}

/** A reference as JSON. Client text cannot look like this: its backslashes are escaped, and it contains no NUL. */
const referenceAsJson = /("\\u0000[0-9a-f]{64}:(?:url|text):\d{1,15}")/

/** Splits JSON text at its references. */
export function splitAtReferences(json: string): readonly (string | TextBlobReference)[] {
  if (!json.includes('"\\u0000')) return [json]
  return json.split(referenceAsJson).map((part, i) => (i % 2 === 0 ? part : readReference(part)))
}

/** The references in JSON texts by object name, without duplicates. */
export function referencesIn(texts: Iterable<string>): ReadonlyMap<string, TextBlobReference> {
  const found = new Map<string, TextBlobReference>()
  for (const json of texts) {
    for (const part of splitAtReferences(json)) if (typeof part !== 'string') found.set(objectNameOf(part), part)
  }
  return found
}

function readReference(json: string): TextBlobReference {
  const reference = parseReference(JSON.parse(json))
  if (!reference) throw new Error(`not a reference: ${json}`)
  return reference
}

function referTo(text: string): TextBlobReference {
  const ownUrl = isUrl(text)
  const hash = createHash('sha256')
  if (!ownUrl) hash.update(base64UrlPrefix)
  return { hash: hash.update(text).digest('hex'), isUrl: ownUrl, bytes: Buffer.byteLength(text) }
}
