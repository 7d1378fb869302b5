import { ipv6Subnet, parseCidrs, withinAny } from '../../network/ip-addresses.ts'

/** What counts as one client. An IPv6 /64 is one client, because that is what one customer gets. */
export function networkOf(address: string): string {
  // IPv4. Every request asks, and parsing the address would take 4 µs.
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [plain = ''] = address.split('%')
  return ipv6Subnet(plain) ?? address
}

export const isLoopback = withinAny(parseCidrs('127.0.0.0/8, ::1'))
