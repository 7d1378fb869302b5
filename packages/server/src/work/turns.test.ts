import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turnIfLong, turnMsMax } from './turns.ts'

test('work waits for the next turn of the event loop once it has taken 10 ms of this one', async () => {
  expect(turnMsMax).toBe(10)
  await nextTurn()
  turnIfLong()
  const startedMs = performance.now()
  while (performance.now() - startedMs <= turnMsMax);
  let hasTurned = false
  setImmediate(() => {
    hasTurned = true
  })
  await turnIfLong()
  expect(hasTurned).toBe(true)
  await nextTurn()
  expect(turnIfLong()).toBe(undefined)
})
