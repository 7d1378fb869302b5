import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { FrameFault } from '../scoring/faults.ts'
import { type Cidr, isPublicAddress, withinAny } from './ip-addresses.ts'
import { createResolve, type Resolve } from './resolve.ts'

export interface Guard {
  /** The address, parsed, if its scheme, spelling and (where it is a number) its host may be asked. */
  readonly checkUrl: (url: string) => URL
  /**
   * For the `lookup` option of a connection: what it hands on was checked, and is what the socket then uses, so that
   * a name cannot resolve to one address for the check and to another for the connection.
   */
  readonly lookup: LookupFunction
}

export interface GuardOptions {
  /** Networks that may be reached although they are not public. */
  readonly allow?: readonly Cidr[]
  readonly resolve?: Resolve
}

export function createGuard({ allow = [], resolve = createResolve() }: GuardOptions = {}): Guard {
  const isAllowed = withinAny(allow)
  const mayReach = (address: string) => isPublicAddress(address) || isAllowed(address)

  function checkUrl(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined) throw forbidden('this is not an address')
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw forbidden('only http and https can be fetched')
    if (url.username !== '' || url.password !== '') throw forbidden('an address must not carry a user or password')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !mayReach(host)) throw notPublic()
    return url
  }

  async function addressesOf(name: string): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(name)
    const reachable = addresses.filter(({ address }) => mayReach(address))
    // A public address beside a private one is a trick; an allowed one beside others is `localhost` with two families.
    const trusted = reachable.some(({ address }) => isAllowed(address))
    if (reachable.length < addresses.length && !trusted) throw notPublic()
    return reachable
  }

  const lookup: LookupFunction = (name, options, callback) => {
    addressesOf(name).then(
      (addresses) => {
        if (options.all) return callback(null, [...addresses])
        const [first] = addresses
        callback(null, first?.address ?? '', first?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }

  return { checkUrl, lookup }
}

function forbidden(message: string): FrameFault {
  return new FrameFault('url_forbidden', message)
}

function notPublic(): FrameFault {
  return forbidden('the host is not on the public internet')
}
