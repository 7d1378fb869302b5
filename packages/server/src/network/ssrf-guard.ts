import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { urlBytesMax, urlTooLong } from '@palate/core/picture-url.ts'
import { type Cidr, isPublicAddress, withinAny } from './ip-addresses.ts'
import { createResolve, type Resolve } from './resolve.ts'

/** Restricts requests to client-supplied URLs to the public internet. */
export interface SsrfGuard {
  /** Parses the URL. Throws UrlForbidden if its scheme, credentials or host (if it is an IP address) is not allowed. */
  readonly checkUrl: (url: string) => URL
  /**
   * For the `lookup` option of a connection. The socket uses exactly the addresses checked here, so a name cannot
   * resolve to one address for the check and to another for the connection (DNS rebinding).
   */
  readonly lookup: LookupFunction
  /** Resolves names for the requests of one account. Accounts take turns at slow lookups. */
  readonly lookupFor: (accountId: string) => LookupFunction
}

export class UrlForbidden extends Error {
  override readonly name = 'UrlForbidden'
  readonly code = 'url_forbidden'
}

export interface SsrfGuardOptions {
  /** Networks that are allowed although they are not public. */
  readonly allow?: readonly Cidr[]
  readonly resolve?: Resolve
}

export function createSsrfGuard({ allow = [], resolve = createResolve() }: SsrfGuardOptions = {}): SsrfGuard {
  const isAllowed = withinAny(allow)
  const mayReach = (address: string) => isPublicAddress(address) || isAllowed(address)

  function checkUrl(text: string): URL {
    if (text.length > urlBytesMax) throw new UrlForbidden(urlTooLong)
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined) throw new UrlForbidden('this is not a valid URL')
    // Parsing escapes non-ASCII characters, so the URL can be longer than the text.
    if (url.href.length > urlBytesMax) throw new UrlForbidden(urlTooLong)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new UrlForbidden('only http and https URLs can be fetched')
    }
    if (url.username !== '' || url.password !== '') {
      throw new UrlForbidden('a URL must not contain a user name or password')
    }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !mayReach(host)) throw notPublic()
    return url
  }

  async function addressesOf(name: string, accountId: string): Promise<readonly LookupAddress[]> {
    const family = isIP(name)
    const addresses = family === 0 ? await resolve(name, accountId) : [{ address: name, family }]
    const reachable = addresses.filter(({ address }) => mayReach(address))
    // Refuse a name with a public and a private address as an attack, unless one of its addresses is allowed: it can be
    // `localhost`, where only one family is allowed.
    const hasAllowed = reachable.some(({ address }) => isAllowed(address))
    if (reachable.length < addresses.length && !hasAllowed) throw notPublic()
    return reachable
  }

  const lookupFor =
    (accountId: string): LookupFunction =>
    (name, options, callback) => {
      addressesOf(name, accountId).then(
        (addresses) => {
          if (options.all) return callback(null, [...addresses])
          const [first] = addresses
          callback(null, first?.address ?? '', first?.family)
        },
        (error: Error) => callback(error, ''),
      )
    }

  return { checkUrl, lookup: lookupFor(''), lookupFor }
}

function notPublic(): UrlForbidden {
  return new UrlForbidden('the host is not on the public internet')
}
