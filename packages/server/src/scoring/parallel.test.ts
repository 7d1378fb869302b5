import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { textsInOrder } from './parallel.ts'

const items = Array.from({ length: 100 }, (_, i) => i)
const limits = { atOnceMax: 4, bytesMax: 1000 }

test('texts come in the order of the items, with a limit on concurrent work', async () => {
  let running = 0
  const texts: string[] = []
  const made = textsInOrder(items, limits, async (item) => {
    running += 1
    expect(running).toBeLessThanOrEqual(limits.atOnceMax)
    for (let turns = item % 5; turns > 0; turns--) await nextTurn()
    running -= 1
    return `${item}`
  })
  for await (const text of made) texts.push(text)
  expect(texts).toEqual(items.map(String))
})

test('while the first text is pending, others are created until their bytes reach the limit', async () => {
  const first = Promise.withResolvers<string>()
  let started = 0
  const made = textsInOrder(items, limits, async (item) => {
    started += 1
    return item === 0 ? first.promise : 'é'.repeat(50)
  })
  const reading = made.next()
  for (let i = 0; i < 50; i++) await nextTurn()
  // The first one, ten that wait, and those in progress when the tenth finished.
  expect(started).toBeGreaterThanOrEqual(11)
  expect(started).toBeLessThanOrEqual(11 + limits.atOnceMax)
  first.resolve('first')
  expect((await reading).value).toBe('first')
  let texts = 0
  for await (const _ of made) texts += 1
  expect(texts).toBe(items.length - 1)
})

test('a failure is reported immediately, and nothing is started after it', async () => {
  let started = 0
  const made = textsInOrder(items, limits, async (item) => {
    started += 1
    if (item === 2) throw new Error('it broke')
    return new Promise(() => {})
  })
  await expect(made.next()).rejects.toThrow('it broke')
  expect(started).toBe(limits.atOnceMax)
})

test('nothing is started after the reader stops', async () => {
  let started = 0
  const made = textsInOrder(items, limits, async () => {
    started += 1
    await nextTurn()
    return 'x'.repeat(500)
  })
  await made.next()
  await made.return(undefined)
  const soFar = started
  for (let i = 0; i < 20; i++) await nextTurn()
  expect(started).toBe(soFar)
})
