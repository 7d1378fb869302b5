import { frameBytesMax } from '@palate/core/frames/size.ts'
import { isDataUrl } from '@palate/core/picture-url.ts'
import { addressOf } from '@palate/core/profile/subject/picture-sources.ts'
import { objectNameOf, referenceAtEnd, type TextBlobReference } from '@palate/core/profile/text-blobs.ts'
import { LRUCache } from 'lru-cache'
import { DataUrlError, decodeDataUrl } from '../../platform/data-url.ts'
import { entriesMax } from '../../platform/entries-max.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProfileKey } from '../../ports/profiles.ts'
import type { Db } from '../../store/schema.ts'
import { findObjects, slicesBySize } from '../snapshots/object-store.ts'

/** A picture whose text is stored separately. */
interface StoredPicture {
  readonly address: string
  /** The URL up to the text. */
  readonly before: string
  readonly reference: TextBlobReference
}

/** By address; null if the text is not a data URL. Both follow from the text, so they never change. */
const known = new LRUCache<string, { readonly hash: string | null }>(entriesMax(50_000))

/**
 * The hashes of pictures that elements contain as data, by address. Other URLs are ignored. `texts` are the text blobs
 * that the request holds in memory; others are read a few at a time, each once per process.
 */
export async function findInlineHashes(
  db: Db,
  owner: ProfileKey,
  urls: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const short = urls.filter((url) => !referenceAtEnd(url) && isDataUrl(url))
  const stored = urls.flatMap(storedPictureOf)
  for (const picture of stored) remember(picture, texts.get(objectNameOf(picture.reference)))
  const unknown = stored.filter(({ address }) => !known.has(address))
  for (const slice of slicesBySize(unknown, ({ reference }) => reference.bytes)) {
    const rows = await findObjects(
      db,
      owner,
      slice.map(({ reference }) => objectNameOf(reference)),
    )
    const found = new Map(rows.map(({ hash, content }) => [hash, content]))
    for (const picture of slice) remember(picture, found.get(objectNameOf(picture.reference)))
  }
  const hashes = [
    ...short.map((url) => [addressOf({ url }), hashOf(url)] as const),
    ...stored.map(({ address }) => [address, known.get(address)?.hash] as const),
  ]
  return new Map(hashes.flatMap(([address, hash]) => (hash ? [[address, hash] as const] : [])))
}

function storedPictureOf(url: string): readonly StoredPicture[] {
  const inline = referenceAtEnd(url)
  return inline ? [{ address: addressOf({ url }), ...inline }] : []
}

function remember({ address, before }: StoredPicture, text: string | undefined): void {
  if (text !== undefined && !known.has(address)) known.set(address, { hash: hashOf(`${before}${text}`) })
}

function hashOf(url: string): string | null {
  if (!isDataUrl(url)) return null
  try {
    return sha256(decodeDataUrl(url, frameBytesMax).bytes).toString('hex')
  } catch (error) {
    if (error instanceof DataUrlError) return null
    throw error
  }
}
