import { expect, test } from 'vitest'
import { retryPauseMs, storePauseMs } from './retry.ts'

test('pauses grow: half a second after the first attempt, two after the second, without jitter', () => {
  expect([1, 2].map((attempts) => retryPauseMs(attempts, 0.5))).toEqual([500, 2000])
})

test('pauses have a jitter of ±50 %', () => {
  expect([0, 1].map((chance) => retryPauseMs(1, chance))).toEqual([250, 750])
  expect([0, 1].map((chance) => retryPauseMs(2, chance))).toEqual([1000, 3000])
})

test('pauses after a batch could not be stored double up to a minute, with a jitter of ±50 %', () => {
  expect([1, 2, 3, 7, 8, 100, 2000].map((failures) => storePauseMs(failures, 0.5))).toEqual([
    500, 1000, 2000, 32_000, 60_000, 60_000, 60_000,
  ])
  expect([0, 1].map((chance) => storePauseMs(3, chance))).toEqual([1000, 3000])
})
