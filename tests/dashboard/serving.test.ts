import { describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'

const basePath = '/tools/palate'

describe('the built dashboard under a path prefix', () => {
  const service = useService('sqlite', { PALATE_BASE_PATH: basePath })
  const browser = useBrowser()

  test('a link with a code signs in, its links stay below the prefix, and a deep link is a page after a reload, too', async () => {
    await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'House style' } })
    const { code } = (await service.call('POST', '/api/session/codes')).body
    const expected = [/status of 401/]
    const page = await browser.newPage(service, { key: null, path: `${basePath}/#code=${code}`, expected })
    await page.getByText('House style').waitFor()
    expect(page.url()).not.toContain(code)
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('First key').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/keys`)
    await page.reload()
    await page.getByText('First key').first().waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/keys`)
  })
})
