import { randomBytes } from 'node:crypto'
import { verifyWebhook } from '@palate/client'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', data: { webhookId: 'wh_1' } })

function signed(at = new Date(), signingSecret = secret): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signingSecret).sign('evt_1', at, body),
  }
}

describe('verifyWebhook', () => {
  test('returns an event signed by another implementation of Standard Webhooks', async () => {
    expect(await verifyWebhook(secret, signed(), body)).toEqual(JSON.parse(body))
    expect(await verifyWebhook(secret, new Headers(signed()), body)).toEqual(JSON.parse(body))
  })

  test('accepts any one of several signatures, as during a rotation of the secret', async () => {
    const other = signed(new Date(), `whsec_${randomBytes(32).toString('base64')}`)['webhook-signature']
    const own = signed()
    const headers = { ...own, 'webhook-signature': `${other} v2,x ${own['webhook-signature']}` }
    expect(await verifyWebhook(secret, headers, body)).toMatchObject({ id: 'evt_1' })
  })

  const minuteMs = 60_000
  const cases: [string, () => Promise<unknown>][] = [
    ['another body', () => verifyWebhook(secret, signed(), `${body} `)],
    ['another secret', () => verifyWebhook(`whsec_${randomBytes(32).toString('base64')}`, signed(), body)],
    ['another id', () => verifyWebhook(secret, { ...signed(), 'webhook-id': 'evt_2' }, body)],
    ['an old time', () => verifyWebhook(secret, signed(new Date(Date.now() - 6 * minuteMs)), body)],
    ['a time to come', () => verifyWebhook(secret, signed(new Date(Date.now() + 6 * minuteMs)), body)],
    ['no time', () => verifyWebhook(secret, { ...signed(), 'webhook-timestamp': 'soon' }, body)],
    ['no signature', () => verifyWebhook(secret, { 'webhook-id': 'x', 'webhook-timestamp': '1' }, body)],
    ['a signature that is not base64', () => verifyWebhook(secret, { ...signed(), 'webhook-signature': 'v1,ä' }, body)],
    ['an invalid secret', () => verifyWebhook('whsec_ä', signed(), body)],
  ]
  test.each(cases)('refuses %s', async (_, verify) => {
    await expect(verify()).rejects.toMatchObject({ name: 'PalateError', code: 'invalid_signature' })
  })

  test('uses the given clock and tolerance', async () => {
    const at = new Date('2020-01-01T00:00:00Z')
    expect(await verifyWebhook(secret, signed(at), body, { now: new Date('2020-01-01T00:04:00Z') })).toBeTruthy()
    const late = new Date('2020-01-01T00:09:00Z')
    expect(await verifyWebhook(secret, signed(at), body, { now: late, toleranceSeconds: 600 })).toBeTruthy()
  })
})
