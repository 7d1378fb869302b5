import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache } from './page-cache.ts'

test('pages that together exceed the memory all go to the readers that wait for them', async () => {
  const text = Buffer.alloc(60)
  const cache = new PageCache<{ readonly number: number }>(100, async ({ number }) => {
    await pause(number)
    return { text, last: number }
  })
  const numbers = Array.from({ length: 20 }, (_, number) => number)
  const pages = await Promise.all(numbers.map((number) => cache.read({ number })))
  expect(pages.map(({ last }) => last)).toEqual(numbers)
})
