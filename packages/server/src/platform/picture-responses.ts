import type { IncomingHttpHeaders } from 'node:http'
import { isUnchanged } from './etag.ts'

/** The bytes behind a tag never change. If opened directly as a page, they run nothing, whatever they contain. */
export function pictureHeaders(tag: string): Readonly<Record<string, string>> {
  return {
    etag: `"${tag}"`,
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The response to a client that already has the picture. */
export function unchangedPicture({ 'if-none-match': sent }: IncomingHttpHeaders, tag: string) {
  if (!isUnchanged(sent, `"${tag}"`)) return undefined
  return { status: 304, body: null, headers: pictureHeaders(tag) }
}
