import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Cidr {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Whether an IP address is on the public internet. False for text that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const plain = unwrapIpv4(address)
  if (isIPv4(plain)) return !notPublic.check(plain, 'ipv4')
  if (!isIPv6(plain) || plain.includes('%')) return false
  return globalUnicast.check(plain, 'ipv6') && !notPublic.check(plain, 'ipv6')
}

export function withinAny(cidrs: readonly Cidr[]): (address: string) => boolean {
  const list = blockListOf(cidrs)
  return (address) => {
    const plain = unwrapIpv4(address)
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** Parses a comma-separated list such as `10.0.0.0/8, fd00::/8, 127.0.0.1`. Blank text gives an empty list. */
export function parseCidrs(text: string): readonly Cidr[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseCidr)
}

/** The /64 subnet of an IPv6 address, as its first four groups; undefined for any other text. */
export function ipv6Subnet(address: string): string | undefined {
  const parsed = parseAddress(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : undefined
}

function parseCidr(text: string): Cidr {
  const [, host = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = parseAddress(host)?.kind()
  const bitsMax = family === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? bitsMax : Number(bits)
  if (family === undefined || prefix > bitsMax) {
    throw new Error(`${JSON.stringify(text)} is not a CIDR: use a comma-separated list such as 10.0.0.0/8, fd00::/8`)
  }
  return { address: host, prefix, family }
}

/** Checks with node:net first, because ipaddr.js also accepts octal, hexadecimal, short and scoped forms. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  // ipaddr.js reads the IPv4-compatible ::1.2.3.4 as the IPv4-mapped ::ffff:1.2.3.4, unless the zero is written out.
  return ipaddr.parse(text.replace(/^::(?=[^:]+\.)/, '0::'))
}

/**
 * The IPv4 address inside an IPv6 address that reaches the same machine: an IPv4-mapped address, or one with the
 * well-known NAT64 prefix, through which IPv6-only networks reach the IPv4 internet.
 */
function unwrapIpv4(text: string): string {
  const address = parseAddress(text)
  if (!(address instanceof ipaddr.IPv6)) return text
  if (!address.isIPv4MappedAddress() && !address.match(nat64)) return text
  return ipaddr.fromByteArray(address.toByteArray().slice(12)).toString()
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Node's list rather than ipaddr.js, because it also matches IPv4 addresses against IPv4-mapped ranges. */
function blockListOf(cidrs: readonly Cidr[]): BlockList {
  const list = new BlockList()
  for (const { address, prefix, family } of cidrs) list.addSubnet(address, prefix, family)
  return list
}

/** Every IPv6 address outside this block is special, unassigned or local. */
const globalUnicast = blockListOf(parseCidrs('2000::/3'))

/** A list of our own, because the ranges of ipaddr.js lack some of these and may change between versions. */
const notPublic = blockListOf([
  ...parseCidrs('0.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16'), // this network, private
  ...parseCidrs('100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16'), // carrier-grade NAT, loopback, link-local
  ...parseCidrs('192.0.0.0/24, 192.88.99.0/24'), // protocol assignments, 6to4 relays
  ...parseCidrs('192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 198.18.0.0/15'), // documentation, benchmarking
  ...parseCidrs('224.0.0.0/4, 240.0.0.0/4'), // multicast, reserved with broadcast
  ...parseCidrs('168.63.129.16'), // a cloud's internal metadata host on a public address
  ...parseCidrs('2001::/23'), // protocol assignments: Teredo, benchmarking, ORCHID
  ...parseCidrs('2001:db8::/32, 3fff::/20'), // documentation
  ...parseCidrs('2002::/16, 3ffe::/16'), // 6to4, which embeds an IPv4 address; the former 6bone
])
