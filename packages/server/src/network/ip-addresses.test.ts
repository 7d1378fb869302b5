import { describe, expect, test } from 'vitest'
import { ipv6Subnet, isPublicAddress, parseCidrs, withinAny } from './ip-addresses.ts'

describe('isPublicAddress', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:800::200e',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ])('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.0'],
    ['private', '10.255.255.255'],
    ['private', '172.16.0.0'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.0'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.0'],
    ['benchmarking', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['cloud metadata', '168.63.129.16'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible', '::8.8.8.8'],
    ['IPv4-mapped private', '::ffff:10.0.0.1'],
    ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped loopback', '0:0:0:0:0:ffff:7f00:1'],
    ['IPv4-translated', '::ffff:0:7f00:1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::7f00:1'],
    ['NAT64 for local use', '64:ff9b:1::808:808'],
    ['discard only', '100::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local', 'febf::1'],
    ['scoped link-local', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['6to4 of loopback', '2002:7f00:1::1'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['segment routing', '5f00::1'],
    ['no address', 'example.com'],
    ['no address', ''],
    ['no address', '1.2.3'],
    ['octal', '010.8.8.8'],
    ['hexadecimal', '0x8.8.8.8'],
    ['a whole number', '134744072'],
    ['octal inside IPv6', '::ffff:010.8.8.8'],
    ['scoped IPv4-mapped', '::ffff:8.8.8.8%1'],
    ['spaces around', ' 8.8.8.8'],
  ])('is false for %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('parseCidrs', () => {
  test('reads networks and single addresses of both families', () => {
    expect(parseCidrs(' 10.0.0.0/8, fd00::/8,127.0.0.1 ,')).toEqual([
      { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { address: 'fd00::', prefix: 8, family: 'ipv6' },
      { address: '127.0.0.1', prefix: 32, family: 'ipv4' },
    ])
    expect(parseCidrs('')).toEqual([])
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    'all',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::%1/10',
    '010.0.0.0/8',
    '0x0a.0.0.0/8',
    '10/8',
    '10.0.0.0/0008',
    '/8',
  ])('refuses %s in one line that names it', (text) => {
    expect(() => parseCidrs(`127.0.0.1, ${text}`)).toThrow(
      new Error(`"${text}" is not a CIDR: use a comma-separated list such as 10.0.0.0/8, fd00::/8`),
    )
  })
})

test('an allowed network contains its addresses in every spelling, and no others', () => {
  const isAllowed = withinAny(parseCidrs('10.1.0.0/16, fd00::/8'))
  expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1'].map(isAllowed)).toEqual([true, true, true])
  expect(['10.2.0.1', '::ffff:10.2.0.1', 'fc00::1', '127.0.0.1', 'name'].map(isAllowed)).toEqual(Array(5).fill(false))
})

test('the subnet of an IPv6 address is its first 64 bits, in any spelling', () => {
  const spellings = ['2001:db8::1', '2001:DB8:0:0:ffff::', '2001:db8::1.2.3.4', '2001:0db8:0000:0000:0:0:0:9']
  expect(new Set(spellings.map(ipv6Subnet))).toEqual(new Set(['8193:3512:0:0']))
  expect(['1.2.3.4', 'fe80::1%eth0', '::1::', 'name', ''].map(ipv6Subnet)).toEqual(Array(5).fill(undefined))
})
