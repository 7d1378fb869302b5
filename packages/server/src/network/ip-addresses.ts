import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { ipv6Groups } from '../ipv6.ts'

export interface Cidr {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Whether an IP address belongs to the public internet. What is not an address at all does not. */
export function isPublicAddress(address: string): boolean {
  const plain = unwrapAddress(address)
  if (isIPv4(plain)) return !notPublic.check(plain, 'ipv4')
  if (!isIPv6(plain) || plain.includes('%')) return false
  return globalUnicast.check(plain, 'ipv6') && !notPublic.check(plain, 'ipv6')
}

export function withinAny(cidrs: readonly Cidr[]): (address: string) => boolean {
  const list = listOf(cidrs)
  return (address) => {
    const plain = unwrapAddress(address)
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** A comma list such as `10.0.0.0/8, fd00::/8, 127.0.0.1`. Nothing but blanks gives an empty list. */
export function parseCidrs(text: string): readonly Cidr[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseCidr)
}

function parseCidr(text: string): Cidr {
  const [address = '', prefixText, ...rest] = text.split('/')
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined
  const bits = family === 'ipv4' ? 32 : 128
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN
  if (family === undefined || rest.length > 0 || !(prefix <= bits)) {
    throw new Error(`${JSON.stringify(text)} is not a CIDR: it takes a comma list such as 10.0.0.0/8, fd00::/8`)
  }
  return { address, prefix, family }
}

/**
 * The IPv4 address that an IPv6 spelling stands for, where the two reach the same machine: IPv4-mapped, and the
 * well-known NAT64 prefix, behind which a network without IPv4 sees the ordinary internet.
 */
function unwrapAddress(address: string): string {
  const groups = ipv6Groups(address)
  if (groups === undefined) return address
  const head = groups.slice(0, 6).map((group) => group.toString(16))
  if (!unwrappedHeads.includes(head.join(':'))) return address
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const unwrappedHeads = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

function listOf(cidrs: readonly Cidr[]): BlockList {
  const list = new BlockList()
  for (const { address, prefix, family } of cidrs) list.addSubnet(address, prefix, family)
  return list
}

/** Everything outside this block is special, unassigned or local. */
const globalUnicast = listOf(parseCidrs('2000::/3'))

const notPublic = listOf([
  ...parseCidrs('0.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16'), // this network, private
  ...parseCidrs('100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16'), // carrier-grade NAT, loopback, link-local
  ...parseCidrs('192.0.0.0/24, 192.88.99.0/24'), // protocol assignments, 6to4 relays
  ...parseCidrs('192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 198.18.0.0/15'), // documentation, benchmarking
  ...parseCidrs('224.0.0.0/4, 240.0.0.0/4'), // multicast, reserved with broadcast
  ...parseCidrs('168.63.129.16'), // a cloud's inner metadata host that wears a public address
  ...parseCidrs('2001::/23'), // protocol assignments: Teredo, benchmarking, ORCHID
  ...parseCidrs('2001:db8::/32, 3fff::/20'), // documentation
  ...parseCidrs('2002::/16, 3ffe::/16'), // 6to4, which hides an IPv4 address; the old 6bone
])
