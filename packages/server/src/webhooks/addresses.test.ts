import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseCidrs } from '../network/ip-addresses.ts'
import { createSsrfGuard } from '../network/ssrf-guard.ts'
import { type AddressRules, lookupMsMax, requireAllowed } from './addresses.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rules whose name server answers after this time. */
function rulesWith(answerAfterMs: number, error: Error | null): AddressRules {
  return {
    checkUrl: (url) => new URL(url),
    lookupFor: () => (_host, _options, answer) => void setTimeout(() => answer(error, []), answerAfterMs),
  }
}

const forbidden = Object.assign(new Error('not public'), { code: 'url_forbidden' })

test('a forbidden address that the name server returns within the limit is refused', async () => {
  const checked = expect(
    requireAllowed(rulesWith(lookupMsMax - 1, forbidden), 'acct', 'https://a.test/'),
  ).rejects.toThrow(expect.objectContaining({ code: 'url_forbidden' }))
  await vi.advanceTimersByTimeAsync(lookupMsMax - 1)
  await checked
})

test('a slower name server does not delay the check', async () => {
  let isDone = false
  const checked = requireAllowed(rulesWith(10 * lookupMsMax, forbidden), 'acct', 'https://a.test/').then(() => {
    isDone = true
  })
  await vi.advanceTimersByTimeAsync(lookupMsMax - 1)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await checked
  expect(isDone).toBe(true)
  await vi.runAllTimersAsync()
})

describe('a numeric host', () => {
  /** A name server that returns the same address for every name. */
  const guardWith = (address: string) => {
    const names: string[] = []
    const resolve = async (name: string) => {
      names.push(name)
      return [{ address, family: 4 }]
    }
    return { names, rules: createSsrfGuard({ allow: parseCidrs('127.0.0.0/8, ::1'), resolve }) }
  }
  const spellings = ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '127.0.0.1.', '[::1]', '[0:0::1]']

  test.each(spellings)('%s is an address: it is allowed without a DNS query', async (host) => {
    const { names, rules } = guardWith('10.0.0.1')
    await requireAllowed(rules, 'acct', `http://${host}/hook`)
    expect(names).toEqual([])
  })

  test.each(['10.1', '167772161', '0xa000001', '012.0.0.1', '[::ffff:10.0.0.1]', '[fd00::1]'])(
    '%s is refused without a DNS query',
    async (host) => {
      const { names, rules } = guardWith('93.184.215.14')
      await expect(requireAllowed(rules, 'acct', `http://${host}/hook`)).rejects.toThrow(
        expect.objectContaining({ code: 'url_forbidden' }),
      )
      expect(names).toEqual([])
    },
  )
})

test('a name that does not resolve is not refused', async () => {
  const checked = requireAllowed(rulesWith(0, new Error('ENOTFOUND')), 'acct', 'https://a.test/')
  await vi.runAllTimersAsync()
  await expect(checked).resolves.toBeUndefined()
})
