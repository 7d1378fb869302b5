import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { startService, type TestService } from '../harness/service.ts'
import { look, lookAtDialog } from './look.ts'

let service: TestService
let palate: Palate
beforeAll(async () => {
  service = await startService('sqlite')
  palate = new Palate({ url: service.url, apiKey: service.key })
})
afterAll(() => service?.stop())

/** Browsers log a refused key or an ended session on the console. */
const expected = [/status of 401/]

describe('signing in', () => {
  const browser = useBrowser()

  test('a key opens the requested page, and signing out leaves nothing behind', async () => {
    const page = await browser.newPage(service, { key: null, path: '/keys', expected })
    await page.getByLabel('API key').fill('plt_wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await look(page, 'sign-in')
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('plt_')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('the shape of the page appears before its scripts have loaded, but not for the sign-in form', async () => {
    const gate = Promise.withResolvers<void>()
    const page = await browser.newPage(service, { path: null, isNew: true })
    await page.route('**/*.js', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(`${service.url}/keys`, { waitUntil: 'commit' })
    await page.locator('#skeleton .skeleton-tile').first().waitFor()
    await takeScreenshot(page, 'skeleton')
    gate.resolve()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    expect(await page.locator('#skeleton').count()).toBe(0)

    const signedOut = await browser.newPage(service, { key: null, path: null, expected: [/ERR_FAILED/] })
    await signedOut.route('**/*.js', (route) => route.abort())
    await signedOut.goto(`${service.url}/keys`)
    expect(await signedOut.locator('#skeleton').isVisible()).toBe(false)
  })

  test('signed-out visitors see the sign-in form, and nothing is logged on the console', async () => {
    const page = await browser.newPage(service, { key: null, path: '/keys' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  })

  test('the code of a link signs in and is removed from the URL', async () => {
    const { code } = await palate.session.createCode()
    const page = await browser.newPage(service, { key: null, path: `/health#code=${code}` })
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    // Pasted into the address of an open tab, it only changes the fragment.
    const other = await browser.newPage(service, { key: null, path: '/health' })
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    const again = await palate.session.createCode()
    await other.evaluate(`location.hash = 'code=${again.code}'`)
    await other.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    expect(new URL(other.url()).hash).toBe('')
  })

  test('an ended session asks for a key above the page, and what was typed stays', async () => {
    const { id, key = '' } = await palate.keys.create({ name: 'Short' })
    const page = await browser.newPage(service, { key, path: '/profiles?dialog=new', expected })
    await page.getByLabel('Name').fill('Typed before the end')
    await page.getByRole('combobox', { name: 'Project' }).fill('website')
    await page.keyboard.press('Tab')
    await palate.keys.revoke(id)
    await page.getByRole('button', { name: 'Create profile' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.waitFor()
    await lookAtDialog(page, 'sign-in-again')
    // A shortcut that was meant for the page behind.
    await page.keyboard.press('g')
    expect(await again.getByLabel('API key').inputValue()).toBe('')
    await again.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the end')
    await page.getByRole('button', { name: 'Create profile' }).click()
    await page.getByRole('heading', { name: 'Typed before the end', level: 1 }).waitFor()
  })

  test('actions that the key does not permit are hidden', async () => {
    await palate.profiles.create({ projectId: 'website', name: 'Brand' })
    const { key = '' } = await palate.keys.create({ name: 'Reader', scopes: ['read'], projectId: 'website' })
    const page = await browser.newPage(service, { key, path: '/profiles' })
    await page.getByRole('link', { name: 'Brand' }).waitFor()
    expect(await page.getByRole('button', { name: 'New profile' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
    expect(await page.getByText('Key may read').count()).toBe(1)
    await page.goto(`${service.url}/webhooks`)
    await page.getByRole('heading', { name: 'This key has no access' }).waitFor()
  })

  test('a lost connection is reported, even where a page cannot be loaded, and recovers automatically', async () => {
    const lost = [/net::ERR_/, /Failed to fetch dynamically imported module/, /Unable to preload CSS/]
    const page = await browser.newPage(service, { path: '/profiles?dialog=new', expected: lost })
    await page.getByLabel('Name').fill('Typed before the loss')
    await page.getByRole('combobox', { name: 'Project' }).fill('website')
    await page.keyboard.press('Tab')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create profile' }).click()
    const banner = page.getByText('The service does not answer. Reconnecting automatically.')
    await banner.waitFor()
    await takeScreenshot(page, 'connection-lost')
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the loss')
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('heading', { name: 'The page could not be shown' }).waitFor()
    await page.getByRole('button', { name: 'Reload the page' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor()
    await look(page, 'reviews-empty')
  })
})
