import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, takeScreenshot, useBrowser } from '../harness/browser.ts'
import { startService, type TestService } from '../harness/service.ts'

describe.each([
  ['at the root', ''],
  ['under a path prefix', '/tools/palate'],
])('the built dashboard, %s', (_, basePath) => {
  const browser = useBrowser()
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite', { PALATE_BASE_PATH: basePath || '/' })
    await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'House style' } })
  })
  afterAll(() => service?.stop())

  test('a link with a code signs in, and the code leaves the address', async () => {
    const { code } = (await service.call('POST', '/api/session/codes')).body
    const expected = [/status of 401/]
    const page = await browser.newPage(service, { key: null, path: `${basePath}/#code=${code}`, expected })
    await page.getByText('House style').waitFor()
    expect(page.url()).not.toContain(code)
    await expectAccessible(page)
  })

  test('a deep link is a page after a reload, too', async () => {
    const page = await browser.newPage(service, { path: `${basePath}/keys` })
    await page.getByText('First key').first().waitFor()
    await page.reload()
    await page.getByText('First key').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/keys`)
    await takeScreenshot(page, `keys${basePath.replaceAll('/', '-')}`)
  })
})
