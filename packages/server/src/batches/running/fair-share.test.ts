import { expect, test } from 'vitest'
import type { Unfinished } from '../storing/batch-store.ts'
import { fairShare, roundRobin } from './fair-share.ts'

const batch = (accountId: string, batchId: string): Unfinished => ({
  accountId,
  batchId,
  status: 'in_progress',
  total: 10,
  claimed: 0,
  model: 'm',
  createdAt: '2025-01-01T00:00:00.000Z',
})
const batches = [batch('b', '1'), batch('b', '2'), batch('a', '3'), batch('c', '4')]

test.each([
  ['', ['a', 'b', 'c']],
  ['a', ['b', 'c', 'a']],
  ['b', ['c', 'a', 'b']],
  ['c', ['a', 'b', 'c']],
  ['bb', ['c', 'a', 'b']],
])('after the account %j the order is %j', (last, accounts) => {
  expect(roundRobin(batches, last).map(([accountId]) => accountId)).toEqual(accounts)
})

test("an account's oldest batch comes first", () => {
  expect(roundRobin(batches, 'a')[0]?.[1].map(({ batchId }) => batchId)).toEqual(['1', '2'])
})

test('accounts share the frames equally, and each gets a minimum however many there are', () => {
  expect(fairShare(batches, 256)).toBe(85)
  expect(fairShare([batch('a', '1'), batch('a', '2')], 256)).toBe(256)
  expect(fairShare([], 256)).toBe(256)
  expect(
    fairShare(
      Array.from({ length: 100 }, (_, i) => batch(`${i}`, '1')),
      256,
    ),
  ).toBe(8)
})
