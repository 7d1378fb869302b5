import { readFileSync } from 'node:fs'
import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { startService, type TestService } from '../harness/service.ts'
import { look } from './look.ts'

const browser = useBrowser()

describe('the audit log', () => {
  let service: TestService
  let palate: Palate
  beforeAll(async () => {
    service = await startService('sqlite')
    palate = new Palate({ url: service.url, apiKey: service.key })
    const { id } = await palate.keys.create({ name: 'Pipeline', projectId: 'website' })
    await palate.keys.revoke(id)
  })
  afterAll(() => service?.stop())

  test('shows who did what, filters by action and by key, and is saved as CSV', async () => {
    const page = await browser.newPage(service, { path: '/audit' })
    const row = (action: string) => page.getByRole('row').filter({ hasText: action })
    await row('api_key.revoked').getByText('Pipeline · project website').waitFor()
    await row('account.created').getByText('the server').waitFor()
    await look(page, 'audit')
    await row('api_key.created').getByRole('button', { name: 'First key' }).click()
    await expect.poll(() => row('account.created').count()).toBe(0)
    await page.getByRole('button', { name: 'Action' }).press('Enter')
    await page.getByRole('option', { name: 'api_key.revoked' }).click()
    await expect.poll(() => row('api_key.created').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('action')).toBe('api_key.revoked')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',api_key.revoked,First key,')
    await page.getByRole('button', { name: 'Show all keys' }).click()
    await row('api_key.revoked').waitFor()
  })

  test('is not offered to a key without the admin scope', async () => {
    const { key = '' } = await palate.keys.create({ name: 'Reader', scopes: ['read'] })
    const page = await browser.newPage(service, { key, path: '/audit' })
    await page.getByRole('heading', { name: 'This key has no access' }).waitFor()
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
  })
})
