import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { startService, type TestService } from '../harness/service.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { look, lookAtDialog } from './look.ts'

const browser = useBrowser()
let service: TestService
let palate: Palate
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  service = await startService('sqlite', {
    PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    PALATE_WEBHOOK_RETRY_MS: '10',
  })
  palate = new Palate({ url: service.url, apiKey: service.key })
})
afterAll(async () => {
  await service?.stop()
  await receiver?.stop()
})

describe('keys', () => {
  test('are created with scopes and an expiry, shown once, replaced with an overlap and revoked', async () => {
    const page = await browser.newPage(service, { path: '/keys' })
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Pipeline')
    // A new key starts with the least: scoring, for 90 days.
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.getByRole('checkbox', { name: /^Score/, checked: true }).waitFor()
    await page.getByRole('button', { name: 'In 90 days Expires' }).waitFor()
    await lookAtDialog(page, 'keys-new')
    await page.getByRole('button', { name: 'Create key' }).click()
    const made = await page.getByText(/^plt_\w{38}$/).innerText()
    await lookAtDialog(page, 'keys-shown-once')
    await page.getByRole('button', { name: 'Done' }).click()
    const scoring = new Palate({ url: service.url, apiKey: made })
    expect(await scoring.session.get()).toMatchObject({ scopes: ['score'] })

    const lastUsed = async () => (await palate.keys.list()).keys.find(({ name }) => name === 'Pipeline')?.lastUsedAt
    await expect.poll(lastUsed).toEqual(expect.any(String))

    const row = page.getByRole('row', { name: /^Pipeline/ })
    await row.getByText('in 3 months').waitFor()
    await page.reload()
    expect(await page.getByText(made).count()).toBe(0)
    await row.getByRole('button', { name: 'Pipeline', exact: true }).click()
    await page.getByRole('img', { name: /in 90 days$/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('key')).toMatch(/^key_/)
    await lookAtDialog(page, 'keys-use')
    await page.goBack()

    await row.getByRole('button', { name: 'Actions for Pipeline' }).click()
    await page.getByRole('menuitem', { name: 'Replace with a new key' }).click()
    await lookAtDialog(page, 'keys-replace')
    await page.getByRole('button', { name: 'Create new key' }).click()
    const successor = await page.getByText(/^plt_\w{38}$/).innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(successor).not.toBe(made)
    expect(await scoring.session.get()).toMatchObject({ scopes: ['score'] })
    await expect.poll(() => row.count()).toBe(2)
    await look(page, 'keys')

    await row.last().getByRole('button', { name: 'Actions for Pipeline' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByText(/^It was last used .*stop working immediately\.$/).waitFor()
    await lookAtDialog(page, 'keys-revoke')
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await expect.poll(() => row.count()).toBe(1)
    await expect(scoring.session.get()).rejects.toMatchObject({ code: 'revoked_api_key' })
  })
})

describe('webhooks', () => {
  test('are added and tested, show every attempt, and resend deliveries that were given up', async () => {
    receiver.behave((response) => response.writeHead(503).end('out of order'))
    const page = await browser.newPage(service, { path: '/webhooks' })
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL').fill(receiver.url)
    await lookAtDialog(page, 'webhooks-new')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await lookAtDialog(page, 'webhooks-secret')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('heading', { name: 'webhook.test', level: 1 }).waitFor()
    await page.getByText('given up').waitFor()
    expect(await page.getByText('out of order').count()).toBe(2)
    await look(page, 'webhooks-delivery')

    await page.getByRole('link', { name: 'All deliveries of this webhook' }).click()
    await page.getByRole('row', { name: /^webhook.test given up/ }).waitFor()
    await page.getByRole('button', { name: 'Status' }).press('Enter')
    await page.getByRole('option', { name: 'Delivered' }).press('Enter')
    await page.getByRole('heading', { name: 'No deliveries' }).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('delivered')
    await page.goBack()
    await page.getByRole('row', { name: /^webhook.test given up/ }).waitFor()
    await look(page, 'webhooks-endpoint')

    await page.getByRole('link', { name: 'Dead letters' }).click()
    await page.getByRole('row', { name: /^webhook.test/ }).waitFor()
    await look(page, 'webhooks-dead-letters')
    receiver.accept()
    await page.getByRole('button', { name: 'Resend in bulk' }).click()
    await page.getByLabel('Since').fill('2020-01-01T00:00')
    await lookAtDialog(page, 'webhooks-replay')
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { name: 'No dead letters' }).waitFor()
    await page.getByRole('link', { name: 'Endpoints' }).click()
    await page.getByText('All delivered').waitFor()
    await look(page, 'webhooks')

    const before = receiver.got.length
    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'More for this webhook' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Send again since…' }).press('Enter')
    await page.getByLabel('Since', { exact: true }).fill('2020-01-01T00:00')
    await lookAtDialog(page, 'webhooks-replay-since')
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await page.getByText('1 event sent again.').last().waitFor()
    await receiver.waitFor(before + 1)
  })

  test('are edited, switched off and on, get a new secret, and are deleted', async () => {
    const { id, secret } = await palate.webhooks.create({ url: receiver.url, events: ['profile.*'] })
    const page = await browser.newPage(service, { path: `/webhooks/${id}` })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Description').fill('Slack')
    await lookAtDialog(page, 'webhooks-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Slack', level: 1 }).waitFor()
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' })
    await closed()
    expect(await palate.webhooks.get(id)).toMatchObject({ description: 'Slack', events: ['profile.*'] })

    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More for this webhook' }).press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
      await page.getByRole('dialog').waitFor()
    }
    for (const [name, status] of [
      ['Switch off', 'disabled'],
      ['Switch on', 'enabled'],
    ] as const) {
      await choose(name)
      await page.getByRole('dialog').getByRole('button', { name }).press('Enter')
      await closed()
      expect(await palate.webhooks.get(id)).toMatchObject({ status })
    }

    await choose('New secret')
    await page.getByRole('button', { name: 'Create secret' }).press('Enter')
    expect(await page.getByText(/^whsec_/).innerText()).not.toBe(secret)
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await closed()

    await choose('Delete')
    await lookAtDialog(page, 'webhooks-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('heading', { name: 'Slack' }).waitFor({ state: 'detached' })
    await expect(palate.webhooks.get(id)).rejects.toMatchObject({ status: 404 })
  })

  test('a rule watches the scores of a profile', async () => {
    await palate.profiles.create({ projectId: 'website', name: 'Brand' })
    const page = await browser.newPage(service, { path: '/webhooks/alerts' })
    await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Fires when the mean is below').fill('0.4')
    await lookAtDialog(page, 'webhooks-new-alert')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await page.getByText('the mean of “Looks” over the last 20 pictures is below 40 %').waitFor()
    await look(page, 'webhooks-alerts')
    await page.getByRole('button', { name: 'Delete the rule for Brand' }).click()
    await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
  })
})

describe('events and health', () => {
  test('new events appear at the top automatically, except while paused', async () => {
    const page = await browser.newPage(service, { path: '/events?type=profile.created' })
    await page.getByText('live', { exact: true }).waitFor()
    await palate.profiles.create({ projectId: 'website', name: 'Seen live' })
    await page.getByRole('link', { name: 'Profile Seen live was created' }).waitFor()
    await look(page, 'events')
    await page.getByRole('button', { name: 'Pause' }).click()
    await palate.profiles.create({ projectId: 'website', name: 'Unseen' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('link', { name: 'Profile Unseen was created' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBeGreaterThan(1)
    expect(await page.getByText('Profile Seen live was created').count()).toBe(1)
  })

  test('the health page shows that the service is ready, its queues and its storage', async () => {
    const page = await browser.newPage(service, { path: '/health' })
    await page.getByText('ready', { exact: true }).waitFor()
    await page.getByText('SQLite').waitFor()
    await page.getByText('none unfinished').waitFor()
    await page.getByText(/^[\d.]+ (bytes|[KM]iB) of 20 GiB$/).waitFor()
    await page.getByLabel('Used storage').waitFor()
    await look(page, 'health')
  })
})
