import { expect, test } from 'vitest'
import { canTellApart, preferenceOf } from './preference-of-two.ts'

test('of two pictures with equal scores, neither is preferred', () => {
  expect(preferenceOf(0.7, 0.7)).toBe(0.5)
  expect(canTellApart(0.7, 0.7)).toBe(false)
})

test('two pictures can be told apart if the owner would prefer one in at least 60 of 100 cases', () => {
  expect(preferenceOf(0.6, 0.5)).toBeCloseTo(0.6, 10)
  expect([canTellApart(0.601, 0.5), canTellApart(0.5, 0.601), canTellApart(0.599, 0.5)]).toEqual([true, true, false])
  expect([canTellApart(0.95, 0.9), canTellApart(0.55, 0.5)]).toEqual([true, false])
})

test('scores of 0 and 1 are not certain', () => {
  expect(preferenceOf(1, 0)).toBeLessThan(1)
  expect([canTellApart(1, 1), canTellApart(0, 0), canTellApart(1, 0)]).toEqual([false, false, true])
})
