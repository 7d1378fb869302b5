import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'
import { startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { type Glewlwyd, password, secret, startGlewlwyd, unpackGlewlwyd } from './glewlwyd.ts'

const root = await unpackGlewlwyd(createFolder('glewlwyd'))

// Skipped where Debian's packages cannot be fetched.
describe.skipIf(root === undefined)('single sign-on with Debian’s glewlwyd', () => {
  let port: number
  let service: TestService
  let provider: Glewlwyd
  beforeAll(async () => {
    port = await freePort()
    service = await startService('sqlite', {
      PALATE_OIDC_ISSUER: `http://127.0.0.1:${port}/api/oidc`,
      PALATE_OIDC_CLIENT_ID: 'palate',
      PALATE_OIDC_CLIENT_SECRET: secret,
      PALATE_OIDC_ROLES: 'designers=editor@studio, leads=owner',
    })
    provider = await startGlewlwyd(root ?? '', port, `${service.url}/api/session/oidc/callback`)
  })
  afterAll(async () => {
    await provider?.stop()
    await service?.stop()
  })
  const browser = useBrowser()
  const session = (page: Page) => page.evaluate(async () => JSON.parse(await (await fetch('/api/session')).text()))

  test('signs a person in on its pages, and a group that was taken away ends what they had', async () => {
    await provider.setGroups('ada', ['designers', 'others'])
    const page = await browser.newPage(service, {
      ...{ key: null, path: null, locale: 'en', origins: [`http://127.0.0.1:${port}`] },
      expected: [/^/],
    })
    const open = (path = '') => page.goto(`${service.url}/api/session/oidc${path}`)
    const goOn = () => page.getByRole('button', { name: 'Continue' }).click()
    await open('?to=/profiles')
    await page.locator('#username').fill('ada')
    await page.locator('#password').fill(password)
    await page.keyboard.press('Enter')
    await goOn()
    await page.waitForURL(`${service.url}/profiles`)
    expect(await session(page)).toMatchObject({
      projectId: 'studio',
      person: { name: 'ada of Debian', role: 'editor' },
    })
    await provider.setGroups('ada', ['others'])
    await open()
    await goOn()
    await page.waitForURL(`${service.url}/#error=role_missing`)
    expect((await session(page)).code).toBe('missing_api_key')
  })
})
