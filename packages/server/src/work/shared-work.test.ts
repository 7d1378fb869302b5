import { expect, test } from 'vitest'
import { SharedWork } from './shared-work.ts'

function startWork() {
  const shared = new SharedWork<string>()
  const runs: { readonly signal: AbortSignal; readonly finish: (result: string) => void }[] = []
  const join = (signal?: AbortSignal) =>
    shared.join('key', signal, (own) => {
      const { promise, resolve } = Promise.withResolvers<string>()
      runs.push({ signal: own, finish: resolve })
      return promise
    })
  return { runs, join }
}

test('concurrent callers share the work, and later callers start it again', async () => {
  const { runs, join } = startWork()
  const both = [join(), join()]
  expect(runs).toHaveLength(1)
  runs[0]?.finish('first')
  expect(await Promise.all(both)).toEqual(['first', 'first'])
  // Creating an error for nobody takes longer than the rest.
  expect(runs[0]?.signal.aborted).toBe(false)
  const later = join()
  runs[1]?.finish('second')
  expect(await later).toBe('second')
})

test('the work is aborted only when the last caller leaves', async () => {
  const { runs, join } = startWork()
  const [one, other] = [new AbortController(), new AbortController()]
  const calls = [join(one.signal), join(other.signal)]
  const left = Promise.allSettled(calls)
  one.abort(new Error('one left'))
  await expect(calls[0]).rejects.toThrow('one left')
  expect(runs[0]?.signal.aborted).toBe(false)
  other.abort(new Error('the other left'))
  await left
  expect(runs[0]?.signal.reason).toEqual(new Error('the other left'))
  const next = join()
  expect(runs).toHaveLength(2)
  runs[1]?.finish('anew')
  expect(await next).toBe('anew')
})
