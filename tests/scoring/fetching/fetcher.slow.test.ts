import { createHash } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { parseCidrs } from '@palate/server/network/ip-addresses.ts'
import { createSsrfGuard } from '@palate/server/network/ssrf-guard.ts'
import type { FetchLimits } from '@palate/server/pictures/fetching/fetch-limits.ts'
import { createFetcher, type Fetcher } from '@palate/server/pictures/fetching/fetcher.ts'
import type { FrameFault } from '@palate/server/pictures/picture-faults.ts'
import { realtime } from '@palate/server/work/work-context.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type HostileHost, startHostileHost } from '../hostile-host.ts'
import { selfSigned } from './self-signed-certificate.ts'

const picture = new Uint8Array(5000).map((_, at) => (at * 31) % 251)
const loopback = parseCidrs('127.0.0.0/8')
const fetchers: Fetcher[] = []
let host: HostileHost

beforeAll(async () => {
  host = await startHostileHost(picture)
})
afterAll(() => host.close())
afterEach(async () => {
  await Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close()))
})

function fetcherWith(limits: Partial<FetchLimits> = {}, guard = createSsrfGuard({ allow: loopback })): Fetcher {
  const fetcher = createFetcher({ guard, limits })
  fetchers.push(fetcher)
  return fetcher
}

async function faultOf(url: string, limits: Partial<FetchLimits> = {}, guard = createSsrfGuard({ allow: loopback })) {
  const fault = await fetcherWith(limits, guard)
    .fetch(url)
    .then(
      () => undefined,
      (error: FrameFault) => error,
    )
  return fault?.toJSON()
}

const broken = { code: 'fetch_failed', message: 'the connection was refused or lost', retryable: true }
const late = { code: 'fetch_timeout', message: 'the host did not send the picture in time', retryable: true }
const tooLarge = { code: 'image_too_large', message: 'the picture has more than 10 MiB', retryable: false }
const notPublic = { code: 'url_forbidden', message: 'the host is not on the public internet', retryable: false }
const notHttp = { code: 'fetch_failed', message: 'the host sent an invalid HTTP response', retryable: false }

describe('a frame that can be fetched', () => {
  test('returns its bytes, their hash and their headers', async () => {
    expect(await fetcherWith().fetch(host.url('picture'))).toEqual({
      bytes: picture,
      contentHash: createHash('sha256').update(picture).digest('hex'),
      url: host.url('picture'),
      contentType: 'image/jpeg',
    })
  })

  test('owns the whole buffer of its bytes', async () => {
    const fetched = await fetcherWith().fetch(host.url('chunked'))
    expect(fetched).toMatchObject({ bytes: picture })
    expect(fetched !== 'not_modified' && fetched.bytes.buffer.byteLength).toBe(picture.length)
  })

  test('is requested without cookies, credentials or compression', async () => {
    await fetcherWith().fetch(host.url('cookie'))
    const [first, second] = host.requests.slice(-2)
    expect([first?.path, second?.path]).toEqual(['/cookie', '/picture'])
    expect(Object.keys(second?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(second?.headers['accept-encoding']).toBe('identity')
  })

  test('may be three redirects away, but not four', async () => {
    expect(await fetcherWith().fetch(host.url('hops/3'))).toMatchObject({ bytes: picture, url: host.url('picture') })
    expect(await faultOf(host.url('hops/4'))).toEqual({
      code: 'fetch_failed',
      message: 'the host redirected more than 3 times',
      retryable: false,
    })
  })

  test('is not sent again while its validators are valid', async () => {
    const fetcher = fetcherWith()
    const first = await fetcher.fetch(host.url('cached'))
    if (first === 'not_modified') throw new Error('nothing was known yet')
    expect(await fetcher.fetch(host.url('cached'), { previous: first })).toBe('not_modified')
    const { url, lastModified } = first
    expect(await fetcher.fetch(host.url('cached'), { previous: { url, lastModified: lastModified ?? '' } })).toBe(
      'not_modified',
    )
    expect(await fetcher.fetch(host.url('cached'), { previous: { url, etag: '"other"' } })).toMatchObject({
      bytes: picture,
      etag: '"picture-1"',
    })
  })

  test('is requested unconditionally if the validators belong to another URL', async () => {
    const previous = { url: host.url('picture'), etag: '"picture-1"' }
    expect(await fetcherWith().fetch(host.url('cached'), { previous })).toMatchObject({ bytes: picture })
  })

  test('reuses a connection, even after errors and redirects', async () => {
    const fetcher = fetcherWith()
    const before = host.connectionsOpened
    for (const trick of Array(10).fill(['picture', 'status/404', 'hops/2']).flat()) {
      await fetcher.fetch(host.url(trick)).catch(() => undefined)
    }
    // The pool may open a second connection while it resets the first.
    expect(host.connectionsOpened - before).toBeLessThanOrEqual(2)
  })

  test('is decompressed if the host compresses it unasked', async () => {
    expect(await fetcherWith().fetch(host.url('gzip'))).toMatchObject({
      bytes: picture,
      contentHash: createHash('sha256').update(picture).digest('hex'),
    })
  })
})

describe('a host that misbehaves', () => {
  test.each([404, 400, 403, 410, 304, 418])('and answers %i is not retryable', async (status) => {
    const message = `the host answered with status ${status}`
    expect(await faultOf(host.url(`status/${status}`))).toEqual({ code: 'fetch_failed', message, retryable: false })
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('and answers %i is retryable', async (status) => {
    const message = `the host answered with status ${status}`
    expect(await faultOf(host.url(`status/${status}`))).toEqual({ code: 'fetch_failed', message, retryable: true })
  })

  test('by not listening is a refused connection', async () => {
    const dead = createServer()
    await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve))
    const { port } = dead.address() as AddressInfo
    await new Promise((resolve) => dead.close(resolve))
    expect(await faultOf(`http://127.0.0.1:${port}/a.png`)).toEqual(broken)
  })

  test.each(['silent-headers', 'silent-body', 'drip'])('by being slow (%s) times out', async (trick) => {
    expect(await faultOf(host.url(trick), { fetchTimeoutMs: 200 })).toEqual(late)
  })

  test('by redirecting slowly has one time limit for all redirects', async () => {
    expect(await faultOf(host.url('redirect/%2Fsilent-headers'), { fetchTimeoutMs: 200 })).toEqual(late)
  })

  test.each(['endless', 'promises-too-much', 'gzip-bomb'])('by sending too much (%s) is cut off', async (trick) => {
    expect(await faultOf(host.url(trick))).toEqual(tooLarge)
  })

  test.each(['hangup', 'ends-early'])('by closing early (%s) broke the connection', async (trick) => {
    expect(await faultOf(host.url(trick))).toEqual(broken)
  })

  test('by sending more bytes than announced yields the announced ones, and the next frame is complete', async () => {
    const fetcher = fetcherWith({ fetchesPerHostMax: 1 })
    expect(await fetcher.fetch(host.url('says-less'))).toMatchObject({
      bytes: picture.subarray(0, picture.length - 100),
    })
    expect(await fetcher.fetch(host.url('picture'))).toMatchObject({ bytes: picture })
  })

  test('by not speaking HTTP is not retryable', async () => {
    expect(await faultOf(host.url('garbage'))).toEqual(notHttp)
    expect(await faultOf(host.url('huge-header'))).toEqual(notHttp)
  })

  test('by redirecting in a loop, or without a target, fails', async () => {
    expect(await faultOf(host.url('loop'))).toMatchObject({ code: 'fetch_failed', retryable: false })
    expect(await faultOf(host.url('redirect-nowhere'))).toMatchObject({ code: 'fetch_failed', retryable: false })
  })

  test.each(['gzip-lie', 'unknown-encoding'])('by sending a wrong encoding (%s) is not retryable', async (trick) => {
    expect(await faultOf(host.url(trick))).toMatchObject({ code: 'fetch_failed', retryable: false })
  })

  test('with a self-signed certificate is not trusted', async () => {
    const server = createTlsServer(selfSigned, (_, response) => response.end(picture))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await faultOf(`https://127.0.0.1:${port}/a.png`)).toEqual({
      code: 'fetch_failed',
      message: 'the TLS connection failed: the certificate or the protocol was rejected',
      retryable: false,
    })
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('a URL that must not be requested', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.1:1/',
    'http://2130706433:1/',
    'http://0x7f000001:1/',
    'http://0177.0.0.1:1/',
    'http://127.0.0.1.:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://[::ffff:7f00:1]:1/',
    'http://[64:ff9b::7f00:1]:1/',
    'http://0:1/',
    'http://１２７.0.0.1:1/',
    'http://localhost:1/',
    'http://pictures.localhost.:1/',
  ])('is refused: %s', async (url) => {
    expect(await faultOf(url, {}, createSsrfGuard())).toEqual(notPublic)
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'gopher://127.0.0.1/',
    'blob:http://example.com/1',
    'javascript:alert(1)',
    'not an address',
    '',
    '//example.com/a.png',
    'http://user:secret@example.com/a.png',
    'http://[fe80::1%25eth0]/',
  ])('is refused for its form: %j', async (url) => {
    expect(await faultOf(url)).toMatchObject({ code: 'url_forbidden', retryable: false })
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://0xa9fea9fe/',
    'http://[::1]/',
    'http://[fd00:ec2::254]/',
    'file:///etc/passwd',
    'http://user:secret@127.0.0.1/',
    'http://[',
  ])('is refused as the target of a redirect: %s', async (target) => {
    const before = host.requests.length
    const fault = await faultOf(host.url(`redirect/${encodeURIComponent(target)}`))
    expect(fault).toMatchObject({ code: 'url_forbidden', retryable: false })
    expect(host.requests.length - before).toBe(1)
  })

  test('is refused if any address of its name is private', async () => {
    const answers = [
      { address: '93.184.215.14', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ]
    const guard = createSsrfGuard({ resolve: async () => answers })
    expect(await faultOf('http://pictures.example.com/a.png', {}, guard)).toEqual(notPublic)
  })

  test('is skipped if its name also has an allowed address', async () => {
    const { port } = new URL(host.url(''))
    expect(await fetcherWith().fetch(`http://localhost:${port}/picture`)).toMatchObject({ bytes: picture })
    const resolve = async () => [
      { address: '10.1.2.3', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const fetcher = fetcherWith({}, createSsrfGuard({ allow: loopback, resolve }))
    expect(await fetcher.fetch(`http://inner.example.com:${port}/picture`)).toMatchObject({ bytes: picture })
  })

  test('does not become reachable by a name that changes its address after the check', async () => {
    const resolved: string[] = []
    const resolve = async (name: string) => {
      resolved.push(name)
      return [{ address: resolved.length === 1 ? '127.0.0.1' : '10.9.9.9', family: 4 }]
    }
    const port = new URL(host.url('')).port
    const fetcher = fetcherWith({}, createSsrfGuard({ allow: loopback, resolve }))
    // One lookup for one connection: the socket connects to the address that was checked.
    expect(await fetcher.fetch(`http://rebinding.example.com:${port}/picture`)).toMatchObject({ bytes: picture })
    expect(resolved).toEqual(['rebinding.example.com'])
    expect(
      await faultOf(`http://rebinding.example.com:${port}/picture`, {}, createSsrfGuard({ allow: loopback, resolve })),
    ).toEqual(notPublic)
  })

  test('is a failed fetch if the name has no address', async () => {
    expect(await faultOf('http://nobody.invalid/a.png')).toEqual({
      code: 'fetch_failed',
      message: 'the host name does not resolve',
      retryable: false,
    })
  })

  test('is a timeout if the name servers do not answer', async () => {
    const guard = createSsrfGuard({ resolve: () => new Promise(() => undefined) })
    expect(await faultOf('http://slow-dns.example.com/', { fetchTimeoutMs: 150 }, guard)).toEqual(late)
  })
})

describe('concurrent frames', () => {
  test('continue while another host does not answer', async () => {
    const fetcher = fetcherWith({ fetchTimeoutMs: 4_000, fetchesPerHostMax: 4, fetchesMax: 8 })
    const silent = await startHostileHost(picture)
    const order: string[] = []
    const stuck = Array.from({ length: 4 }, () =>
      fetcher.fetch(silent.url('silent-headers')).catch((fault: FrameFault) => order.push(fault.code)),
    )
    const fine = Array.from({ length: 40 }, () => fetcher.fetch(host.url('picture')).then(() => order.push('fetched')))
    await Promise.all([...stuck, ...fine])
    expect(order).toEqual([...Array(40).fill('fetched'), ...Array(4).fill('fetch_timeout')])
    await silent.close()
  })

  test('open no more connections to one host than allowed', async () => {
    const counted = await startHostileHost(picture)
    const fetcher = fetcherWith({ fetchesPerHostMax: 3 })
    await Promise.all(Array.from({ length: 30 }, () => fetcher.fetch(counted.url('picture'))))
    expect(counted.connectionsOpened).toBe(3)
    await counted.close()
  })

  test('do not queue for a host that times out again and again', async () => {
    const fetcher = fetcherWith({ fetchTimeoutMs: 1_500, fetchesPerHostMax: 2, hostTimeoutsMax: 2 })
    const silent = await startHostileHost(picture)
    const faults = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetcher.fetch(silent.url('silent-headers')).catch((fault: FrameFault) => fault.code),
      ),
    )
    expect(faults).toEqual(Array(50).fill('fetch_timeout'))
    expect(silent.requests.length).toBeLessThanOrEqual(4)
    expect(await fetcher.fetch(silent.url('picture'))).toMatchObject({ bytes: picture })
    await silent.close()
  })

  test("neither wait for nor fail because of another account's slow URLs", async () => {
    const fetcher = fetcherWith({ fetchTimeoutMs: 3_000, fetchesPerHostMax: 2, hostTimeoutsMax: 2 })
    const slow = await startHostileHost(picture)
    const accountOne = { ...realtime, accountId: 'one' }
    const stuck = Array.from({ length: 20 }, () =>
      fetcher.fetch(slow.url('silent-headers'), {}, accountOne).catch((fault: FrameFault) => fault.code),
    )
    expect(await fetcher.fetch(slow.url('picture'), {}, { ...realtime, accountId: 'two' })).toMatchObject({
      bytes: picture,
    })
    expect(await Promise.race([...stuck, 'nothing yet'])).toBe('nothing yet')
    await Promise.all(stuck)
    await slow.close()
  })

  test("find a free slot despite another account's tarpits", async () => {
    const fetcher = fetcherWith({ fetchTimeoutMs: 20_000 })
    const tarpits = await Promise.all(Array.from({ length: 8 }, () => startHostileHost(picture)))
    const attacker = { ...realtime, accountId: 'attacker' }
    let answered = 0
    const stuck = tarpits.flatMap((tarpit) =>
      Array.from({ length: 12 }, () =>
        fetcher.fetch(tarpit.url('drip'), {}, attacker).catch(() => {
          answered += 1
        }),
      ),
    )
    const held = () => tarpits.reduce((sum, { requests }) => sum + requests.length, 0)
    await expect.poll(held).toBe(32)
    const victims = ['one', 'two', 'three'].map((accountId) =>
      fetcher.fetch(host.url('picture'), {}, { ...realtime, accountId }),
    )
    for (const fetched of await Promise.all(victims)) expect(fetched).toMatchObject({ bytes: picture })
    expect([answered, held()]).toEqual([0, 32])
    await fetcher.close()
    await Promise.all([...stuck, ...tarpits.map((tarpit) => tarpit.close())])
  })

  test('keep a bounded number of idle hosts open', async () => {
    const idle = await Promise.all(Array.from({ length: 5 }, () => startHostileHost(picture)))
    const fetcher = fetcherWith({ idleHostsMax: 2 })
    for (const one of idle) await fetcher.fetch(one.url('picture'))
    await expect.poll(() => idle.map((one) => one.connectionsOpen)).toEqual([0, 0, 0, 1, 1])
    await Promise.all(idle.map((one) => one.close()))
  })

  test('are not fetched before the fetched ones are accepted', async () => {
    const fetcher = fetcherWith({ fetchesMax: 1 })
    const pressure = Promise.withResolvers<void>()
    const before = host.requests.length
    const frames = [1, 2].map((frame) =>
      fetcher.fetch(host.url(`picture?${frame}`), { backpressure: () => pressure.promise }),
    )
    await expect.poll(() => host.requests.length - before).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(host.requests.slice(before).map(({ path }) => path)).toEqual(['/picture?1'])
    pressure.resolve()
    await Promise.all(frames)
    expect(host.requests.slice(before).map(({ path }) => path)).toEqual(['/picture?1', '/picture?2'])
  })

  test('can be aborted, waiting or running', async () => {
    const fetcher = fetcherWith({ fetchesPerHostMax: 1 })
    const running = new AbortController()
    const waiting = new AbortController()
    const first = fetcher.fetch(host.url('silent-headers'), {}, { ...realtime, signal: running.signal })
    const second = fetcher.fetch(host.url('picture'), {}, { ...realtime, signal: waiting.signal })
    const third = fetcher.fetch(host.url('picture'))
    waiting.abort(new Error('no longer wanted'))
    await expect(second).rejects.toThrow('no longer wanted')
    running.abort(new Error('the client left'))
    await expect(first).rejects.toThrow('the client left')
    expect(await third).toMatchObject({ bytes: picture })
  })
})
