import { expect, test } from 'vitest'
import { LatestResults } from './latest-results.ts'

const made = (value: number) => async () => ({ of: value })

test('the last result is used until a newer one, which is computed once, is ready', async () => {
  const latest = new LatestResults<{ of: number }>(2)
  const find = () => latest.find('a', 'v2', made(2))
  expect(await latest.find('a', 'v1', made(1))).toEqual({ of: 1 })
  expect(await find()).toEqual({ of: 1 })
  const started: string[] = []
  const slow = Promise.withResolvers<{ of: number }>()
  const compute = (version: string) => () => {
    started.push(version)
    return slow.promise
  }
  for (const version of ['v1', 'v2', 'v2', 'v3']) latest.refresh('a', version, compute(version))
  expect(started).toEqual(['v2'])
  expect(await find()).toEqual({ of: 1 })
  slow.resolve({ of: 2 })
  await expect.poll(find).toEqual({ of: 2 })
})

test('without a last result the first one is awaited, unless there is another answer until then', async () => {
  const latest = new LatestResults<{ of: number }>(2)
  expect(await latest.find('a', 'v1', () => new Promise(() => {}), { of: 0 })).toEqual({ of: 0 })
  expect(await latest.find('b', 'v1', made(1))).toEqual({ of: 1 })
})

test('a failure is reported if it is awaited, and the next attempt starts anew', async () => {
  const latest = new LatestResults<{ of: number }>(2)
  const failing = () => Promise.reject(new Error('no thread'))
  await expect(latest.find('a', 'v1', failing)).rejects.toThrow('no thread')
  latest.refresh('a', 'v1', failing)
  await new Promise(setImmediate)
  latest.refresh('a', 'v1', made(1))
  await expect.poll(() => latest.find('a', 'v1', failing, { of: 0 })).toEqual({ of: 1 })
})
