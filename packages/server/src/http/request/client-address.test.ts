import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { parseCidrs } from '../../network/ip-addresses.ts'
import { createClientAddress } from './client-address.ts'

function addressOf(from: string, forwarded: string | undefined, trusted = '10.0.0.0/8, fd00::/8'): string {
  const request = { socket: { remoteAddress: from }, headers: { 'x-forwarded-for': forwarded } }
  return createClientAddress(parseCidrs(trusted))(request as unknown as IncomingMessage)
}

test.each([
  ['one proxy', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['several proxies', '10.0.0.1', '192.0.2.1, 10.2.0.1, 10.3.0.1', '192.0.2.1'],
  ['a client that forged an address', '10.0.0.1', '198.51.100.9, 192.0.2.1', '192.0.2.1'],
  ['a client inside the trusted network', '10.0.0.1', '10.9.9.9', '10.9.9.9'],
  ['a port', '10.0.0.1', '192.0.2.1:4711', '192.0.2.1'],
  ['IPv6', 'fd00::1', '2001:db8::1', '2001:db8::1'],
  ['IPv6 with a port', 'fd00::1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['a proxy over IPv4-mapped IPv6', '::ffff:10.0.0.1', '192.0.2.1', '192.0.2.1'],
])('behind a trusted proxy the address is the client: %s', (_, from, forwarded, expected) => {
  expect(addressOf(from, forwarded)).toBe(expected)
})

test.each([
  ['another peer', '192.0.2.7', '198.51.100.9', '192.0.2.7'],
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['text that is not an address', '10.0.0.1', '192.0.2.1, unknown', '10.0.0.1'],
  ['text before a trusted proxy', '10.0.0.1', '"><script>, 10.0.0.2', '10.0.0.2'],
  ['a zone', 'fd00::1', 'fe80::1%eth0"', 'fd00::1'],
])('untrusted input is ignored: %s', (_, from, forwarded, expected) => {
  expect(addressOf(from, forwarded)).toBe(expected)
})

test('without trusted proxies the header is not read', () => {
  expect(addressOf('10.0.0.1', '192.0.2.1', '')).toBe('10.0.0.1')
})
