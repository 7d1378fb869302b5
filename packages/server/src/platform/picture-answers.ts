import type { IncomingHttpHeaders } from 'node:http'

/** The bytes behind a tag never change. A page that opens them directly runs nothing, whatever they contain. */
export function pictureHeaders(tag: string): Readonly<Record<string, string>> {
  return {
    etag: `"${tag}"`,
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The answer to a client that has the picture already. */
export function unchangedPicture({ 'if-none-match': sent }: IncomingHttpHeaders, tag: string) {
  const tags = (sent ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!tags.includes(`"${tag}"`) && !tags.includes('*')) return undefined
  return { status: 304, body: null, headers: pictureHeaders(tag) }
}
