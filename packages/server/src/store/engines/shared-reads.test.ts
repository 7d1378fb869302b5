import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** Runs that end when the test says so. */
function createRuns() {
  const runs: PromiseWithResolvers<number>[] = []
  return {
    runs,
    run: () => {
      const one = Promise.withResolvers<number>()
      runs.push(one)
      return one.promise
    },
  }
}

test('callers during a run share the next one, which starts after the run has ended', async () => {
  const share = shareReads<number>()
  const { runs, run } = createRuns()
  const first = share('a', run)
  const others = [share('a', run), share('a', run)]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2])
})

test('other parameters do not wait', () => {
  const share = shareReads<number>()
  const { runs, run } = createRuns()
  void share('a', run)
  void share('b', run)
  expect(runs).toHaveLength(2)
})

test('a run that fails, fails for its own callers alone', async () => {
  const share = shareReads<number>()
  const { runs, run } = createRuns()
  const first = share('a', run)
  const second = share('a', run)
  runs[0]?.reject(new Error('the connection broke'))
  await expect(first).rejects.toThrow('the connection broke')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})

test('a run that hangs does not stop the next ones', async () => {
  const share = shareReads<number>()
  const { runs, run } = createRuns()
  void share('a', run)
  const second = share('a', run)
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
  await pause(0)
  void share('a', run)
  expect(runs).toHaveLength(3)
})
