import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the client uses https. Palate itself speaks http, so this comes from a proxy in front of it or from the
 * page's origin. A client that forges it only harms itself.
 */
export function isOverHttps({ origin, 'x-forwarded-proto': forwarded }: IncomingHttpHeaders): boolean {
  const [first = ''] = String(forwarded ?? '').split(',')
  return origin?.startsWith('https:') === true || first.trim().toLowerCase() === 'https'
}
