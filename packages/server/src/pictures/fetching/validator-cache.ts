import { LRUCache } from 'lru-cache'
import type { Fetched, Validators } from './request.ts'

/** A longer ETag or Last-Modified is not kept, so the picture is fetched in full each time. */
export const validatorBytesMax = 1024
export const validatorBytesInMemoryMax = 16 * 1024 * 1024

/** The last result of a URL. */
export type KnownPicture = Validators & Pick<Fetched, 'contentHash'>

/** The last result of each URL, by account, so that a host need not send an unchanged picture again. */
export class ValidatorCache {
  readonly #recent = new LRUCache<string, KnownPicture>({
    maxSize: validatorBytesInMemoryMax,
    sizeCalculation: validatorBytesOf,
  })

  find(accountId: string, url: string): KnownPicture | undefined {
    return this.#recent.get(validatorKeyOf(accountId, url))
  }

  add(accountId: string, url: string, fetched: KnownPicture): void {
    const { etag, lastModified } = fetched
    const kept = { ...(isShort(etag) && { etag }), ...(isShort(lastModified) && { lastModified }) }
    if (Object.keys(kept).length === 0) return
    const { url: finalUrl, contentHash } = fetched
    this.#recent.set(validatorKeyOf(accountId, url), { url: finalUrl, contentHash, ...kept })
  }

  get bytesInMemory(): number {
    return this.#recent.calculatedSize
  }
}

function isShort(validator: string | undefined): boolean {
  return validator !== undefined && validator.length <= validatorBytesMax
}

function validatorKeyOf(accountId: string, url: string): string {
  return `${accountId} ${url}`
}

/** Size of an entry without its texts. */
const bytesEach = 400

/** Characters outside Latin-1 take two bytes. */
function validatorBytesOf({ url, etag = '', lastModified = '' }: KnownPicture, key: string): number {
  return bytesEach + 2 * (key.length + url.length + etag.length + lastModified.length)
}
