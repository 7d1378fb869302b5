import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type RealProvider, startRealProvider } from './real-provider.ts'
import { invite } from './sign-in-person.ts'

const fonts = 'https://fonts.googleapis.com'
const roles = 'designers=editor@studio, leads=owner'

describe('single sign-on with oidc-provider', () => {
  let port: number
  let service: TestService
  let provider: RealProvider
  const redirectUris = () => [`${service.url}/api/session/oidc/callback`]
  beforeAll(async () => {
    port = await freePort()
    service = await startService('sqlite', {
      PALATE_OIDC_ISSUER: `http://127.0.0.1:${port}`,
      PALATE_OIDC_CLIENT_ID: 'palate',
      PALATE_OIDC_CLIENT_SECRET: 'a secret',
      PALATE_OIDC_ROLES: roles,
    })
    provider = await startRealProvider({ port, redirectUris: redirectUris() })
  })
  afterAll(async () => {
    await provider?.stop()
    await service?.stop()
  })
  const browser = useBrowser()
  const newPage = () =>
    browser.newPage(service, {
      ...{ key: null, path: null, origins: [`http://127.0.0.1:${port}`, fonts] },
      expected: [/fonts\.googleapis|ERR_/, /status of (401|403)/],
    })
  const open = (page: Page, path = '') => page.goto(`${service.url}/api/session/oidc${path}`)
  const session = (page: Page) => page.evaluate(async () => JSON.parse(await (await fetch('/api/session')).text()))

  async function enter(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('signs a person in on its pages, and leads back to the page that was asked for', async () => {
    await provider.setGroups('ada', ['designers', 'others'])
    const page = await newPage()
    await open(page, '?to=/profiles')
    await enter(page, 'ada')
    await page.waitForURL(`${service.url}/profiles`)
    expect(await session(page)).toMatchObject({
      projectId: 'studio',
      person: { name: 'ada of the provider', role: 'editor' },
    })
    // The provider remembers her; her groups have changed.
    await provider.setGroups('ada', ['leads'])
    await open(page)
    await page.waitForURL(`${service.url}/**`)
    expect((await session(page)).person.role).toBe('owner')
  })

  test('a person whose groups were taken away is told so, and signed out', async () => {
    await provider.setGroups('ben', ['leads'])
    const page = await newPage()
    await open(page)
    await enter(page, 'ben')
    await expect.poll(async () => (await session(page)).person?.role).toBe('owner')
    await provider.setGroups('ben', [])
    await open(page)
    await page.waitForURL(`${service.url}/#error=role_missing`)
    expect((await session(page)).code).toBe('missing_api_key')
  })

  test('whoever cancels is told so', async () => {
    const page = await newPage()
    await open(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`${service.url}/#error=sign_on_refused`)
  })

  test('an invitation is bound to whoever signs in with it', async () => {
    const { id, code } = await invite(service, { name: 'Grace', role: 'judge' })
    await provider.setGroups('grace', ['designers'])
    const page = await newPage()
    await page.goto(service.url)
    const url = await page.evaluate(async (code) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ code, to: '/profiles' })
      return JSON.parse(await (await fetch('/api/session/oidc', { method: 'POST', headers, body })).text()).url
    }, code)
    await page.goto(url)
    await enter(page, 'grace')
    await page.waitForURL(`${service.url}/profiles`)
    expect((await session(page)).person).toEqual({ id, name: 'Grace', role: 'editor' })
  })

  test.each([-120_000, 120_000])('a clock of the provider that is wrong by %i ms does not matter', async (skewMs) => {
    await provider.stop()
    provider = await startRealProvider({ port, redirectUris: redirectUris(), skewMs })
    await provider.setGroups('cleo', ['designers'])
    const page = await newPage()
    await open(page, '?to=/profiles')
    await enter(page, 'cleo')
    await page.waitForURL(`${service.url}/profiles`)
  })

  test('a provider that is down is named, and people who are signed in stay so', async () => {
    await provider.setGroups('dora', ['designers'])
    const page = await newPage()
    await open(page)
    await enter(page, 'dora')
    await expect.poll(async () => (await session(page)).person?.role).toBe('editor')
    await provider.stop()
    await expect
      .poll(
        async () => {
          await open(page).catch(() => {})
          return page.url()
        },
        { timeout: 30_000 },
      )
      .toBe(`${service.url}/#error=provider_unavailable`)
    expect((await session(page)).person.role).toBe('editor')
  })
})
