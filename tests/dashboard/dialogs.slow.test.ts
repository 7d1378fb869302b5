import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { lookAtDialog, visit } from './look.ts'

/** The page, the button and, if the button opens a menu, the item. */
type Way = readonly [path: string, button: string, item?: string]

const inProfiles: Readonly<Record<string, Way>> = {
  'New profile': ['/profiles', 'New profile'],
  'Import a profile': ['/profiles', 'Import'],
  'Rename or describe': ['/profiles/:brand', 'More for Brand', 'Rename or describe'],
  'Delete Brand?': ['/profiles/:brand', 'More for Brand', 'Delete profile'],
  Shortcuts: ['/profiles/:brand/teach/answer', 'Shortcuts ?'],
  Settings: ['/profiles/:brand', 'More for Brand', 'Settings'],
  'Add URLs': ['/profiles/:brand/score', 'Add URLs'],
  'New branch': ['/profiles/:brand/history', 'New branch'],
  'Delete bold?': ['/profiles/:brand/history', 'More for bold', 'Delete branch'],
}
const inOperations: Readonly<Record<string, Way>> = {
  'New key': ['/keys', 'New key'],
  Pipeline: ['/keys', 'Pipeline'],
  'Replace Pipeline': ['/keys', 'Actions for Pipeline', 'Replace with a new key'],
  'Revoke Pipeline?': ['/keys', 'Actions for Pipeline', 'Revoke'],
  'New webhook': ['/webhooks', 'New webhook'],
  'Edit webhook': ['/webhooks/:webhook', 'Edit'],
  'Switch it off?': ['/webhooks/:webhook', 'More for this webhook', 'Switch off'],
  'New secret': ['/webhooks/:webhook', 'More for this webhook', 'New secret'],
  'Delete this webhook?': ['/webhooks/:webhook', 'More for this webhook', 'Delete'],
  'New alert rule': ['/webhooks/alerts', 'New rule'],
}
/** Other tests check the remaining dialogs with axe. */
const lookedAt = ['Rename or describe', 'Add URLs', 'Switch it off?', 'New secret']

describe('a dialog', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    const palate = new Palate({ url: service.url, apiKey: service.key })
    ids.brand = (await palate.profiles.create({ projectId: 'website', name: 'Brand' })).id
    await palate.annotations.add(ids.brand, { constraints: [{ question: 'Busy or quiet?', answer: 'quiet' }] })
    await palate.profiles.commit(ids.brand, { message: 'Quiet' })
    await palate.profiles.branch(ids.brand, { name: 'bold' })
    await palate.keys.create({ name: 'Pipeline', scopes: ['score'] })
    ids.webhook = (await palate.webhooks.create({ url: 'https://hooks.example.com/', events: ['*'] })).id
  })

  test.each([
    ['profiles', inProfiles],
    ['operations', inOperations],
  ])('in %s takes the focus, closes with Escape and returns the focus, by keyboard alone', async (_, dialogs) => {
    const page = await browser.newPage(service, { path: '/health' })
    for (const [title, [path, button, item]] of Object.entries(dialogs)) {
      await visit(
        page,
        path.replace(/:(\w+)/, (_whole, name) => ids[name] ?? ''),
      )
      await pressButton(page, button)
      if (item !== undefined) await page.getByRole('menuitem', { name: item, exact: true }).press('Enter')
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      await dialog.and(page.locator(':focus-within')).waitFor()
      if (lookedAt.includes(title)) await lookAtDialog(page, `dialog-${title.replaceAll(/\W+/g, '-').toLowerCase()}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: button, exact: true }).and(page.locator(':focus')).waitFor()
    }
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('a menu closes with Escape and returns the focus', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${ids.brand}` })
    await pressButton(page, 'More for Brand')
    await page.getByRole('menu').and(page.locator(':focus-within')).waitFor()
    await lookAtDialog(page, 'profile-menu')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for Brand' }).and(page.locator(':focus')).waitFor()
  })
})

async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}
