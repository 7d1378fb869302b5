import { expect, test } from 'vitest'
import { retryPauseMs, returnPauseMs, returnsMax } from './retry.ts'

test('pauses grow: half a second after the first attempt, two after the second, in the middle of chance', () => {
  expect([1, 2].map((attempts) => retryPauseMs(attempts, 0.5))).toEqual([500, 2000])
})

test('pauses are jittered by half in both directions', () => {
  expect([0, 1].map((chance) => retryPauseMs(1, chance))).toEqual([250, 750])
  expect([0, 1].map((chance) => retryPauseMs(2, chance))).toEqual([1000, 3000])
})

test('a frame that is given back waits a second, then twice as long each time, and in all a quarter of an hour', () => {
  const pauses = Array.from({ length: returnsMax }, (_, i) => returnPauseMs(i + 1) / 1000)
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(pauses.reduce((sum, pause) => sum + pause)).toBe(903)
})
