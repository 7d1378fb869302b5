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

/** The browser itself reports that a key was refused, or that a session has ended, on the console. */
const expected = [/status of 401/]

describe('signing in', () => {
  const browser = useBrowser()

  test('a key opens the page that was asked for, and signing out leaves nothing behind', async () => {
    const page = await browser.newPage(service, { key: null, path: '/keys', expected })
    await page.getByLabel('API key').fill('plt_wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await look(page, 'sign-in')
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('plt_')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('who is not signed in is asked to, and the console stays empty', async () => {
    const page = await browser.newPage(service, { key: null, path: '/keys' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor()
  })

  test('the code of a link signs in and leaves the address', async () => {
    const { code } = await palate.session.createCode()
    const page = await browser.newPage(service, { key: null, path: `/health#code=${code}` })
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  test('a session that ends asks for a key above the page, and what was typed stays', async () => {
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
    await again.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the end')
    await page.getByRole('button', { name: 'Create profile' }).click()
    await page.getByRole('heading', { name: 'Typed before the end', level: 1 }).waitFor()
  })

  test('what the key may not do is not offered', async () => {
    await palate.profiles.create({ projectId: 'website', name: 'Brand' })
    const { key = '' } = await palate.keys.create({ name: 'Reader', scopes: ['read'], projectId: 'website' })
    const page = await browser.newPage(service, { key, path: '/profiles' })
    await page.getByRole('link', { name: 'Brand' }).waitFor()
    expect(await page.getByRole('button', { name: 'New profile' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0)
    expect(await page.getByText('May read').count()).toBe(1)
    await page.goto(`${service.url}/webhooks`)
    await page.getByRole('heading', { name: 'Not with this key' }).waitFor()
  })

  test('a lost connection is said, also where a page cannot be loaded, and ends by itself', async () => {
    const lost = [/net::ERR_/, /Failed to fetch dynamically imported module/, /Unable to preload CSS/]
    const page = await browser.newPage(service, { path: '/profiles?dialog=new', expected: lost })
    await page.getByLabel('Name').fill('Typed before the loss')
    await page.getByRole('combobox', { name: 'Project' }).fill('website')
    await page.keyboard.press('Tab')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create profile' }).click()
    const banner = page.getByText('The service does not answer. What you typed is kept')
    await banner.waitFor()
    await takeScreenshot(page, 'connection-lost')
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed before the loss')
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: 'The page could not be shown' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Load it again' }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  })
})
