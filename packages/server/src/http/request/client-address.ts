import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Cidr, withinAny } from '../../network/ip-addresses.ts'

/**
 * Finds the client address of a request. Behind trusted proxies, it is the last address in `X-Forwarded-For` that is
 * not itself a trusted proxy: each proxy appends the address that called it, and anything before that may be forged.
 * `Forwarded` is ignored, because most proxies pass on whatever the client sent.
 */
export function createClientAddress(trustedProxies: readonly Cidr[]) {
  const isWithin = withinAny(trustedProxies)
  const isTrusted = (address: string) => isIP(address) !== 0 && isWithin(address)
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    let address = socket.remoteAddress ?? ''
    if (trustedProxies.length === 0) return address
    const hops = String(headers['x-forwarded-for'] ?? '').split(',')
    while (isTrusted(address)) {
      const before = addressIn(hops.pop() ?? '')
      if (before === undefined) break
      address = before
    }
    return address
  }
}

/** The address in a hop such as `192.0.2.1`, `192.0.2.1:4711` or `[2001:db8::1]:4711`; undefined for any other text. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim()
  const [, inBrackets, plain = text] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text) ?? []
  const address = inBrackets ?? plain
  return isIP(address) === 0 || address.includes('%') ? undefined : address
}
