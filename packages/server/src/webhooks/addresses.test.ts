import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AddressRules, lookupMsMax, requireAllowed } from './addresses.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rules with a name server that answers after this time. */
function rulesWith(answerAfterMs: number, error: Error | null): AddressRules {
  return {
    checkUrl: (url) => new URL(url),
    lookup: (_host, _options, answer) => void setTimeout(() => answer(error, []), answerAfterMs),
  }
}

const forbidden = Object.assign(new Error('not public'), { code: 'url_forbidden' })

test('a forbidden address that the name server returns within the limit is refused', async () => {
  const checked = expect(requireAllowed(rulesWith(lookupMsMax - 1, forbidden), 'https://a.test/')).rejects.toThrow(
    expect.objectContaining({ code: 'url_forbidden' }),
  )
  await vi.advanceTimersByTimeAsync(lookupMsMax - 1)
  await checked
})

test('a slower name server is not waited for', async () => {
  let isDone = false
  const checked = requireAllowed(rulesWith(10 * lookupMsMax, forbidden), 'https://a.test/').then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(lookupMsMax - 1)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await checked
  expect(isDone).toBe(true)
  await vi.runAllTimersAsync()
})

test('a name without an address is not refused', async () => {
  const checked = requireAllowed(rulesWith(0, new Error('ENOTFOUND')), 'https://a.test/')
  await vi.runAllTimersAsync()
  await expect(checked).resolves.toBeUndefined()
})
