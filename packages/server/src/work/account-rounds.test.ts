import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountRounds } from './account-rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds that end when the test says so, and what has happened. */
function createRounds() {
  const started: string[] = []
  const errors: string[] = []
  const running = new Map<string, PromiseWithResolvers<void>>()
  const rounds = new AccountRounds(
    (accountId) => {
      started.push(accountId)
      const round = Promise.withResolvers<void>()
      running.set(accountId, round)
      return round.promise
    },
    (_, accountId) => errors.push(accountId),
  )
  const turn = () => vi.advanceTimersByTimeAsync(0)
  return {
    rounds,
    started,
    errors,
    async end(accountId: string) {
      running.get(accountId)?.resolve()
      await turn()
    },
    async fail(accountId: string) {
      running.get(accountId)?.reject(new Error('broken'))
      await turn()
    },
  }
}

test('an account has one round at a time, and another one if it was started meanwhile', async () => {
  const { rounds, started, end } = createRounds()
  rounds.start('a')
  rounds.start('a')
  rounds.start('a')
  expect(started).toEqual(['a'])
  await end('a')
  expect(started).toEqual(['a', 'a'])
  await end('a')
  expect(started).toEqual(['a', 'a'])
  rounds.start('a')
  expect(started).toEqual(['a', 'a', 'a'])
})

test('an account does not wait for the round of another', async () => {
  const { rounds, started } = createRounds()
  rounds.start('a')
  rounds.start('b')
  expect(started).toEqual(['a', 'b'])
})

test('after a failure the account rests, longer with each failure and at most 5 s; others do not', async () => {
  const { rounds, started, errors, fail, end } = createRounds()
  for (const restMs of [200, 400, 800, 1600, 3200, 5000, 5000]) {
    rounds.start('a')
    rounds.start('a')
    await fail('a')
    await vi.advanceTimersByTimeAsync(restMs - 1)
    rounds.start('a')
    expect(rounds.isResting('a')).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(rounds.isResting('a')).toBe(false)
  }
  expect([started.length, errors.length]).toEqual([7, 7])
  rounds.start('b')
  expect(started.at(-1)).toBe('b')
  rounds.start('a')
  await end('a')
  rounds.start('a')
  await fail('a')
  await vi.advanceTimersByTimeAsync(200)
  expect(rounds.isResting('a')).toBe(false)
})

test('draining waits for all rounds', async () => {
  const { rounds, end } = createRounds()
  rounds.start('a')
  rounds.start('b')
  let isDrained = false
  const drained = rounds.drain().then(() => {
    isDrained = true
  })
  await end('a')
  expect(isDrained).toBe(false)
  await end('b')
  await drained
})
