import { describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'

const basePath = '/tools/palate'

describe('the built dashboard under a path prefix', () => {
  const service = useService('sqlite', { PALATE_BASE_PATH: basePath })
  const browser = useBrowser()

  test('a link with a code signs in, page links stay below the prefix, and a deep link survives a reload', async () => {
    await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'House style' } })
    const { code } = (await service.call('POST', '/api/session/codes')).body
    const page = await browser.newPage(service, { key: null, path: `${basePath}/#code=${code}` })
    await page.getByText('House style').waitFor()
    expect(page.url()).not.toContain(code)
    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByText('First key').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/keys`)
    await page.reload()
    await page.getByText('First key').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/keys`)
  })

  test('the page reports a missing session only if the browser would have sent the cookie', async () => {
    const open = async (headers: Record<string, string>) => {
      const answer = await fetch(`${service.url}/`, { headers: { accept: 'text/html', ...headers } })
      const [, session] = /<html [^>]*data-session="(\w+)"/.exec(await answer.text()) ?? []
      return [session, answer.headers.get('cache-control'), answer.headers.get('vary'), answer.headers.get('etag')]
    }
    const varies = 'Cookie, Sec-Fetch-Site'
    const unknown = ['unknown', 'no-cache', varies, expect.not.stringContaining('signed-out')]
    const none = ['none', 'no-store', varies, expect.stringContaining('signed-out')]
    expect(await open({})).toEqual(unknown)
    expect(await open({ 'sec-fetch-site': 'cross-site' })).toEqual(unknown)
    expect(await open({ 'sec-fetch-site': 'none' })).toEqual(none)
    expect(await open({ 'sec-fetch-site': 'same-origin', cookie: 'other=1' })).toEqual(none)
    expect(await open({ 'sec-fetch-site': 'none', cookie: 'other=1; palate_session=x' })).toEqual(unknown)
  })
})
