import { createServer } from 'node:net'
import { crc32 } from 'node:zlib'
import { urlBytesMax } from '@palate/core/picture-url.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProfile } from '../profiles/profile-requests.ts'
import { type HostileHost, startHostileHost } from './hostile-host.ts'
import { dataUrl, paint } from './pictures.ts'
import { askScore, openStage, type Stage, scoresOf } from './scoring-service.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const metadata = 'http://169.254.169.254/latest/meta-data/'

type Verdict = readonly [code: string, retryable: boolean]

// They fail before the store is involved.
describe('frames that cannot be scored', () => {
  let stage: Stage
  let evil: HostileHost
  let truncated: HostileHost
  let dead: string
  let profile: string
  let bomb: string
  let manyPixels: string
  beforeAll(async () => {
    stage = await openStage('sqlite')
    const picture = await paint({ mood: 'warm', seed: 1, width: 320, height: 200 })
    evil = await startHostileHost(picture)
    truncated = await startHostileHost(picture.subarray(0, picture.length / 2))
    dead = await deadAddress()
    profile = await createProfile(stage.service)
    bomb = stage.host.url('bomb.png')
    manyPixels = stage.host.url('pixels.png')
    stage.host.show('bomb.png', { bytes: resized(picture, 60_000) })
    stage.host.show('pixels.png', { bytes: resized(picture, 7072) })
    stage.host.show('svg', { bytes: Buffer.from(svg) })
    stage.host.show('large.png', { bytes: Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]) })
  })
  afterAll(async () => {
    await Promise.all([stage.close(), evil.close(), truncated.close()])
  })

  /** Scores all in one request, with good frames before, between and after them. */
  async function expectVerdicts(wanted: readonly (readonly [url: string, verdict: Verdict])[]): Promise<void> {
    const good = { id: 'good', url: evil.url('picture') }
    const frames = [good, ...wanted.flatMap(([url], i) => [{ id: `bad ${i}`, url }, good])]
    const scores = await scoresOf(stage.service, profile, frames, { dimensions: ['aesthetics', 'warmth'] })
    const fine = { frame_id: 'good', aesthetics: expect.any(Number), warmth: expect.any(Number) }
    const results = wanted.map(([url], i) => {
      const { frame_id, error, ...rest } = scores[2 * i + 1]
      expect({ frame_id, rest }, url).toEqual({ frame_id: `bad ${i}`, rest: { aesthetics: null, warmth: null } })
      expect(error, url).toEqual({ code: error.code, message: expect.stringMatching(/.+/), retryable: error.retryable })
      return [url, [error.code, error.retryable]]
    })
    expect(results).toEqual(wanted)
    expect(scores.filter((_: unknown, i: number) => i % 2 === 0)).toEqual(wanted.map(() => fine).concat(fine))
    expect((await stage.service.call('GET', '/readyz')).status).toBe(200)
  }

  it('fetch_failed: refused or broken connections are retryable', () =>
    expectVerdicts([
      [dead, ['fetch_failed', true]],
      [evil.url('hangup'), ['fetch_failed', true]],
      [evil.url('ends-early'), ['fetch_failed', true]],
    ]))

  it('fetch_failed: 408, 425, 429 and 5xx are retryable, and no other status is', () =>
    expectVerdicts([
      ...[408, 425, 429, 500, 502, 503, 504].map(
        (status) => [evil.url(`status/${status}`), ['fetch_failed', true]] as const,
      ),
      ...[400, 401, 403, 404, 410, 418, 600, 999].map(
        (status) => [evil.url(`status/${status}`), ['fetch_failed', false]] as const,
      ),
    ]))

  it('fetch_failed: a response that is not HTTP, a fourth redirect, and a name without an address are not retryable', () =>
    expectVerdicts([
      [evil.url('garbage'), ['fetch_failed', false]],
      [evil.url('hops/4'), ['fetch_failed', false]],
      [evil.url('loop'), ['fetch_failed', false]],
      [evil.url('redirect-nowhere'), ['fetch_failed', false]],
      ['http://no-such-host.invalid/a.png', ['fetch_failed', false]],
    ]))

  it('fetch_timeout: a host that does not answer, stops, or drips delays no other frame and is retryable', () =>
    expectVerdicts([
      [evil.url('silent-headers'), ['fetch_timeout', true]],
      [evil.url('silent-body'), ['fetch_timeout', true]],
      [evil.url('drip'), ['fetch_timeout', true]],
    ]))

  it('url_forbidden: addresses that are not public, in every spelling', () =>
    expectVerdicts(
      [
        'http://10.0.0.1/a.png',
        'http://192.168.1.1/a.png',
        'http://172.16.0.1/a.png',
        'http://100.64.0.1/a.png',
        'http://0.0.0.0/a.png',
        'http://224.0.0.1/a.png',
        metadata,
        'http://2852039166/latest',
        'http://0xa9.0xfe.0xa9.0xfe/',
        'http://0251.0376.0251.0376/',
        'http://[::1]/a.png',
        'http://[::ffff:10.0.0.1]/a.png',
        'http://[fe80::1]/a.png',
        'http://[fd00::1]/a.png',
      ].map((url) => [url, ['url_forbidden', false]] as const),
    ))

  it('url_forbidden: every redirect is checked', () =>
    expectVerdicts(
      [metadata, 'http://10.0.0.1/', 'file:///etc/passwd', 'ftp://example.com/a.png'].map(
        (target) => [evil.url(`redirect/${encodeURIComponent(target)}`), ['url_forbidden', false]] as const,
      ),
    ))

  it('url_forbidden: other schemes, and text that is not a URL', () =>
    expectVerdicts(
      [
        'file:///etc/passwd',
        'ftp://127.0.0.1/a.png',
        'javascript:alert(1)',
        'a.png',
        '//127.0.0.1/a.png',
        'http://',
        '',
      ].map((url) => [url, ['url_forbidden', false]] as const),
    ))

  it('url_forbidden: an address of more than 8192 bytes, as it is sent, as it is parsed, or as a redirect', () => {
    const path = (url: string, length: number) => url + 'a'.repeat(length - url.length)
    return expectVerdicts([
      [path(stage.host.url(''), urlBytesMax), ['fetch_failed', false]],
      [path(stage.host.url(''), urlBytesMax + 1), ['url_forbidden', false]],
      [stage.host.url('ä'.repeat(urlBytesMax / 6)), ['url_forbidden', false]],
      [evil.url('redirect-far'), ['url_forbidden', false]],
    ])
  })

  it('frame_not_found: a frame that the library does not have', () =>
    expectVerdicts([['frame:frm_unknown', ['frame_not_found', false]]]))

  it('not_an_image: HTML, an empty body, half a picture, SVG, and invalid data', () =>
    expectVerdicts([
      [evil.url('html'), ['not_an_image', false]],
      [evil.url('empty'), ['not_an_image', false]],
      [truncated.url('picture'), ['not_an_image', false]],
      [stage.host.url('svg'), ['not_an_image', false]],
      [dataUrl(Buffer.from(svg), 'image/svg+xml'), ['not_an_image', false]],
      [dataUrl(Buffer.from('hello')), ['not_an_image', false]],
      ['data:,', ['not_an_image', false]],
    ]))

  it('image_too_large: over 10 MiB, announced or not, compressed or not, and over 50 megapixels', async () => {
    const tricks = ['endless', 'promises-too-much', 'gzip-bomb'].map((trick) => evil.url(trick))
    // Sequentially: on a busy machine all of them together could exceed the fetch timeout.
    for (const url of [...tricks, stage.host.url('large.png'), bomb, manyPixels]) {
      await expectVerdicts([[url, ['image_too_large', false]]])
    }
  })

  it('three redirects are followed', async () => {
    const frames = ['picture', 'hops/3'].map((trick) => ({ id: 'f', url: evil.url(trick) }))
    const [straight, around] = await scoresOf(stage.service, profile, frames)
    expect(around).toEqual(straight)
  })

  it('real-time scoring makes one attempt', async () => {
    const before = evil.requests.filter(({ path }) => path === '/status/503').length
    await scoresOf(stage.service, profile, [{ id: 'f', url: evil.url('status/503') }])
    expect(evil.requests.filter(({ path }) => path === '/status/503').length).toBe(before + 1)
  })

  it('the response is 200 even if no frame can be scored', async () => {
    const frames = [{ id: 'f', url: 'data:,' }]
    const { status, body } = await askScore(stage.service, { profile_id: profile, frames, explain: true })
    expect(status).toBe(200)
    expect(body.scores).toEqual([{ frame_id: 'f', aesthetics: null, error: expect.any(Object) }])
  })

  it('without PALATE_ALLOW_PRIVATE_NETWORK the loopback is also forbidden', async () => {
    const guarded = await openStage('sqlite', { PALATE_ALLOW_PRIVATE_NETWORK: '' })
    const id = await createProfile(guarded.service)
    const urls = [await guarded.picture('warm', 1), 'http://localhost/a.png', 'http://2130706433/', 'http://127.1/']
    const frames = urls.map((url) => ({ id: 'f', url }))
    for (const { error } of await scoresOf(guarded.service, id, frames)) expect(error.code).toBe('url_forbidden')
    expect(guarded.host.answersTo('warm-1.png')).toEqual([])
    await guarded.close()
  })
})

/** A PNG with only a header, which declares a square of this size. */
function resized(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/a.png`
}
