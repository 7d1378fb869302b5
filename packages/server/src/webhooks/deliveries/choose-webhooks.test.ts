import { accountCircuitFailuresMax, accountPauseMsMax } from '@palate/core/webhooks/health.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Job } from './claims.ts'
import { chooseWebhooks, webhooksPerClaimMax } from './claims.ts'
import { AccountCircuits, UnsavedOutcomes } from './dispatcher.ts'
import type { Outcome } from './outcomes.ts'

const webhooks = (count: number, failuresInRow = 0, name = 'hook') =>
  Array.from({ length: count }, (_, i) => ({ id: `${name}_${String(i).padStart(4, '0')}`, failuresInRow }))
const isFailing = ({ failuresInRow }: { readonly failuresInRow: number }) => failuresInRow > 0

describe('a claim', () => {
  test('is made from a few webhooks, and those of an account take turns', () => {
    const ready = webhooks(2 * webhooksPerClaimMax + 1)
    const seen: string[] = []
    for (let last = '', turn = 0; turn < 3; turn++) {
      const { chosen, hasMore } = chooseWebhooks(ready, { last, isResting: false, isFailing })
      expect(chosen).toHaveLength(webhooksPerClaimMax)
      expect(hasMore).toBe(true)
      seen.push(...chosen)
      last = chosen.at(-1) ?? ''
    }
    expect(new Set(seen).size).toBe(ready.length)
    expect(chooseWebhooks(ready.slice(0, 3), { last: 'hook_0001', isResting: false, isFailing })).toEqual({
      chosen: ['hook_0002', 'hook_0000', 'hook_0001'],
      hasFailing: false,
      hasMore: false,
    })
  })

  test('prefers webhooks that did not fail last, and leaves the others alone while the account rests', () => {
    const ready = [...webhooks(100, 3, 'dead'), ...webhooks(2, 0, 'live')]
    const turn = { last: '', isFailing }
    const { chosen, hasFailing } = chooseWebhooks(ready, { ...turn, isResting: false })
    expect(chosen.slice(0, 3)).toEqual(['live_0000', 'live_0001', 'dead_0000'])
    expect(hasFailing).toBe(true)
    const resting = chooseWebhooks(ready, { ...turn, isResting: true })
    expect(resting).toEqual({ chosen: ['live_0000', 'live_0001'], hasFailing: false, hasMore: false })
  })
})

describe('the circuit of an account', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  const failing = (circuits: AccountCircuits, times: number) => {
    for (let i = 0; i < times; i++) circuits.note('a', false)
  }

  test('opens after failures in a row of any webhooks, and closes with a success', () => {
    const circuits = new AccountCircuits(5000)
    failing(circuits, accountCircuitFailuresMax - 1)
    circuits.rest('a')
    expect([circuits.isOpen('a'), circuits.isResting('a')]).toEqual([false, false])
    failing(circuits, 1)
    circuits.rest('a')
    expect([circuits.isOpen('a'), circuits.isResting('a'), circuits.isOpen('b')]).toEqual([true, true, false])
    circuits.note('a', true)
    expect([circuits.isOpen('a'), circuits.isResting('a')]).toEqual([false, false])
  })

  test('pauses longer while attempts keep failing, up to a second, and not longer than the first retry', () => {
    const rest = (firstRetryMs: number, failures: number) => {
      const circuits = new AccountCircuits(firstRetryMs)
      failing(circuits, failures)
      circuits.rest('a')
      let ms = 0
      for (; circuits.isResting('a'); ms++) vi.advanceTimersByTime(1)
      return ms
    }
    expect(rest(5000, accountCircuitFailuresMax)).toBe(50)
    expect(rest(5000, 2 * accountCircuitFailuresMax)).toBe(100)
    expect(rest(5000, 1000)).toBe(accountPauseMsMax)
    expect(rest(70, 1000)).toBe(70)
  })
})

describe('outcomes that are not stored yet', () => {
  const outcome = (id: number, error: string | null) =>
    ({ job: { id: String(id) } as Job, attempt: { error } }) as unknown as Outcome
  const ids = (outcomes: readonly Outcome[]) => outcomes.map(({ job }) => Number(job.id))

  test('are stored a few failures at a time, in order, also after a transaction failed', () => {
    const unsaved = new UnsavedOutcomes()
    const outcomes = [
      outcome(0, null),
      outcome(1, 'x'),
      outcome(2, null),
      outcome(3, 'x'),
      outcome(4, null),
      outcome(5, 'x'),
    ]
    unsaved.add('a', { outcomes, toRelease: [] })
    const first = unsaved.remove('a', 2)
    expect(ids(first.outcomes)).toEqual([0, 1, 2, 3, 4])
    expect(unsaved.has('a')).toBe(true)
    unsaved.putBack('a', first)
    expect(ids(unsaved.remove('a', 1).outcomes)).toEqual([0, 1, 2])
    expect(ids(unsaved.remove('a', 9).outcomes)).toEqual([3, 4, 5])
    expect(unsaved.has('a')).toBe(false)
  })
})
