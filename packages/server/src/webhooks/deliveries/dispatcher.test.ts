import { expect, test } from 'vitest'
import { accountsPerPollMax, DueAccounts } from './dispatcher.ts'

const many = Array.from({ length: accountsPerPollMax + 10 }, (_, i) => `acct_${String(i).padStart(3, '0')}`)

test('a poll looks at all accounts if they are few', () => {
  const turns = new DueAccounts()
  expect(turns.next(['a', 'b'])).toEqual(['a', 'b'])
  expect(new Set(turns.next(['a', 'b']))).toEqual(new Set(['a', 'b']))
  expect(turns.next([])).toEqual([])
})

test('if they are many, they take turns', () => {
  const turns = new DueAccounts()
  expect(turns.next(many)).toEqual(many.slice(0, accountsPerPollMax))
  expect(turns.next(many)).toEqual([...many.slice(accountsPerPollMax), ...many.slice(0, accountsPerPollMax - 10)])
})

test('those with something new come first, once', () => {
  const turns = new DueAccounts()
  turns.prefer('new')
  expect(turns.next(many)[0]).toBe('new')
  expect(turns.next(many)).not.toContain('new')
})
