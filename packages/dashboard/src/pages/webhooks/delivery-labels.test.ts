import type { Delivery } from '@palate/client'
import { expect, test } from 'vitest'
import { deliveryState, describeAttempt, describeHealth } from './delivery-labels.ts'

const attempt = { at: '2026-01-01T00:00:00Z', status: 500, durationMs: 1200.4 }

function delivery(status: Delivery['status'], attempts: Delivery['attempts'] = [attempt]): Delivery {
  const at = '2026-01-01T00:00:00Z'
  return { id: 'd', webhookId: 'w', eventId: 'e', eventType: 'webhook.test', status, attempts, createdAt: at }
}

test('a pending delivery with a failed attempt is being retried', () => {
  expect(deliveryState(delivery('pending', []))).toBe('pending')
  expect(deliveryState(delivery('pending'))).toBe('failing')
  expect(deliveryState(delivery('dead'))).toBe('dead')
})

test('an attempt is described by its status and duration, or by the reason that there is no status', () => {
  expect(describeAttempt(attempt)).toBe('500 in 1,200 ms')
  expect(describeAttempt({ at: attempt.at, durationMs: 3, error: 'connection refused' })).toBe(
    'connection refused in 3 ms',
  )
  expect(describeAttempt(undefined)).toBe('not tried yet')
})

test("an endpoint's health follows its last deliveries", () => {
  const enabled = { status: 'enabled' } as const
  const good = delivery('delivered')
  const bad = delivery('dead')
  expect(describeHealth(enabled, [])).toBe('Nothing sent yet')
  expect(describeHealth(enabled, [good, good])).toBe('All delivered')
  expect(describeHealth(enabled, [delivery('pending', []), good])).toBe('Delivering')
  expect(describeHealth(enabled, [good, bad])).toBe('Had failures: 1 of the last 2')
  expect(describeHealth(enabled, [bad, bad, bad, good])).toBe('Does not accept deliveries: 3 of the last 4')
  expect(describeHealth({ status: 'disabled', disabledReason: 'gone' }, [good])).toMatch(/410/)
})
