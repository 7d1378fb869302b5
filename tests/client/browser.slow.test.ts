import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type * as client from '@palate/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../../build/bundle.ts'
import { packages } from '../../build/packages.ts'
import { useBrowser } from '../harness/browser.ts'
import { startService, type TestService } from '../harness/service.ts'
import { repository } from '../package/consumer.ts'
import { pixel } from '../properties/operation-requests.ts'
import { paint } from '../scoring/pictures.ts'

declare global {
  /** The package as imported by the page. */
  var palateClient: typeof client
}

/** A site with the built client that also serves as a minimal dashboard. */
const site = mkdtempSync(join(tmpdir(), 'palate-site-'))
const lib = join(site, 'node_modules/@palate/client')
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
let server: Server
let origin: string
let service: TestService
beforeAll(async () => {
  const plan = packages.find(({ directory }) => directory === 'client')
  if (!plan) throw new Error('there is no client to build')
  await bundle(plan, lib)
  await bundle(plan, join(site, 'assets'))
  const page = '<!doctype html><html lang="en"><base href="/"><title>x</title><link rel="icon" href="data:,">'
  writeFileSync(join(site, 'index.html'), `${page}<script type="module" src="./assets/page.js"></script>`)
  mkdirSync(join(site, 'assets'), { recursive: true })
  writeFileSync(
    join(site, 'assets/page.js'),
    "import * as client from './lib/index.js'\nwindow.palateClient = client\n",
  )
  const example = readFileSync(join(repository, 'packages/client/examples/browser.html'), 'utf8')
  writeFileSync(join(site, 'example.html'), example.replace('<head>', '<head><link rel="icon" href="data:,">'))
  server = createServer(({ url = '/' }, response) => {
    const file = url === '/' ? '/index.html' : url
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    response.end(readFileSync(join(site, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await startService('sqlite', { PALATE_CORS_ORIGINS: origin }, undefined, { dashboardDir: site })
})
afterAll(async () => {
  server?.close()
  await service?.stop()
  rmSync(site, { recursive: true, force: true })
})

describe('the client in a browser', () => {
  const browser = useBrowser()

  /** A page of another origin, which uses a key. */
  async function openPage(at: string, options: { readonly path?: string; readonly expected?: readonly RegExp[] } = {}) {
    const page = await browser.newPage(service, { ...options, path: null, key: null, origins: [at] })
    await page.goto(at + (options.path ?? '/'))
    return page
  }
  const isLoaded = (page: Page) => page.waitForFunction(() => globalThis.palateClient !== undefined)

  test('teaches and scores from an allowed origin, with a key', async () => {
    const page = await openPage(origin, { expected: [/status of 404/] })
    await isLoaded(page)
    const done = await page.evaluate(
      async ({ url, apiKey, bytes }) => {
        const palate = new palateClient.Palate({ url, apiKey })
        const { id } = await palate.profiles.create({ projectId: 'studio', name: 'In a browser' })
        const blob = new Blob([new Uint8Array(bytes)])
        const frame = await palate.frames.upload(blob, { projectId: 'studio', name: 'warm.png' })
        const { exemplars } = await palate.annotations.add(id, { exemplars: [{ url: frame.url, label: 'good' }] })
        const version = await palate.profiles.commit(id, { message: 'Warm' })
        const request = { profile_id: id, frames: [{ id: 'f', url: frame.url }], dimensions: ['brightness'] }
        const { scores } = await palate.score(request)
        const lines = []
        for await (const { type } of palate.scoreBatch(request)) lines.push(type)
        const names = []
        for await (const { name } of palate.profiles.list({ projectId: 'studio', limit: 1 })) names.push(name)
        const { suggestions } = await palate.suggestions(id, { kind: 'question', limit: 1 })
        const wrong = await palate.profiles.get('prof_none').catch((error: client.PalateError) => error)
        return {
          taught: exemplars.length,
          isCommitted: typeof version === 'object',
          name: frame.name,
          score: scores[0]?.brightness,
          lines: lines.filter((type) => type !== 'progress'),
          names,
          kinds: suggestions.map(({ kind }) => kind),
          wrong: 'code' in wrong ? [wrong.code, typeof wrong.requestId] : [],
        }
      },
      { url: service.url, apiKey: service.key, bytes: [...(await paint({ mood: 'warm', seed: 1 }))] },
    )
    expect(done).toEqual({
      taught: 1,
      isCommitted: true,
      name: 'warm.png',
      score: expect.any(Number),
      lines: ['batch', 'score', 'done'],
      names: ['In a browser'],
      kinds: ['question'],
      wrong: ['profile_not_found', 'string'],
    })
  })

  test('the example scores a picture', async () => {
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Example' } })
    const page = await openPage(origin, { path: '/example.html', expected: [/status of 404/] })
    await page.getByLabel('Service').fill(service.url)
    await page.getByLabel('Key').fill(service.key)
    await page.getByLabel('Profile').fill(body.id)
    await page.getByLabel('Picture').fill(pixel)
    await page.getByRole('button', { name: 'Score' }).click()
    const output = page.locator('output')
    await expect.poll(() => output.textContent()).toMatch(/^0\.\d+$/)
    await page.getByLabel('Profile').fill('prof_none')
    await page.getByRole('button', { name: 'Score' }).click()
    await expect.poll(() => output.textContent()).toMatch(/profile/)
  })

  test('a page of any other origin cannot call the API, whatever key it has', async () => {
    const expected = [/blocked by CORS policy/, /net::ERR_FAILED/]
    const page = await openPage(origin.replace('127.0.0.1', 'localhost'), { expected })
    await isLoaded(page)
    const code = await page.evaluate(
      async ({ url, apiKey }) => {
        const palate = new palateClient.Palate({ url, apiKey, retries: 0 })
        return palate.projects().then(
          () => 'done',
          (error: client.PalateError) => error.code,
        )
      },
      { url: service.url, apiKey: service.key },
    )
    expect(code).toBe('connection_failed')
  })

  test("the service's own page uses a session: scripts cannot read the cookie, and pictures load with it", async () => {
    const page = await browser.newPage(service, { key: null, expected: [/status of 401/, /status of 403/] })
    await isLoaded(page)
    const done = await page.evaluate(
      async ({ key, bytes }) => {
        const palate = new palateClient.Palate({ url: '', session: true })
        const codeOf = (error: client.PalateError) => error.code
        const before = await palate.session.get().catch(codeOf)
        const session = await palate.session.start({ key })
        const picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
        const { id } = await palate.frames.upload(picture, { projectId: 'studio' })
        const withoutHeader = new palateClient.Palate({ url: '', retries: 0 })
        const refused = await withoutHeader.profiles.create({ projectId: 'studio', name: 'x' }).catch(codeOf)
        return { before, session, again: await palate.session.get(), refused, id }
      },
      { key: service.key, bytes: [...(await paint({ mood: 'cold', seed: 2 }))] },
    )
    expect(done).toMatchObject({
      before: 'missing_api_key',
      session: { account: 'default' },
      again: { account: 'default' },
      refused: 'request_header_missing',
    })
    expect(await page.evaluate('document.cookie')).toBe('')
    const width = await page.evaluate(`(async () => {
      const image = new Image()
      image.src = '/api/frames/${done.id}/thumbnail'
      await image.decode()
      return image.naturalWidth
    })()`)
    expect(width).toBeGreaterThan(0)
    const after = await page.evaluate(async () => {
      const palate = new palateClient.Palate({ url: '', session: true })
      await palate.session.end()
      return palate.session.get().catch((error: client.PalateError) => error.code)
    })
    expect(after).toBe('missing_api_key')
  })
})
