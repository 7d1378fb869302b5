import { expect, test } from 'vitest'
import { retryPauseMs } from './retry.ts'

test('pauses grow: half a second after the first attempt, two after the second, without jitter', () => {
  expect([1, 2].map((attempts) => retryPauseMs(attempts, 0.5))).toEqual([500, 2000])
})

test('pauses have a jitter of ±50 %', () => {
  expect([0, 1].map((chance) => retryPauseMs(1, chance))).toEqual([250, 750])
  expect([0, 1].map((chance) => retryPauseMs(2, chance))).toEqual([1000, 3000])
})
