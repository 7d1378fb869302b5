import { expect, test } from 'vitest'
import { describeUse } from './key-labels.ts'

const key = { id: 'key_1', name: 'CI', prefix: 'plt_abcdefgh', createdAt: '2026-01-01T00:00:00Z' }
const now = Date.parse('2026-01-10T12:00:00Z')

test('the text for revoking a key says when it was last used and how often', () => {
  expect(describeUse({ ...key, lastUsedAt: '2026-01-10T11:00:00Z', usageCount: 1204 }, now)).toBe(
    'It was last used 1 hour ago and has made 1,204 requests in total. Programs that use it stop working immediately.',
  )
  expect(describeUse({ ...key, lastUsedAt: null, usageCount: 0 }, now)).toBe('It was never used.')
})
