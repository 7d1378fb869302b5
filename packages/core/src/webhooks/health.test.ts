import { expect, test } from 'vitest'
import {
  afterFailure,
  circuitFailuresMax,
  circuitPauseMsMax,
  failingMsMax,
  failureGapMsMax,
  type Health,
  hasFailedTooLong,
  healthy,
  isCircuitOpen,
  restMsMax,
} from './health.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const at = (ms: number) => new Date(start + ms).toISOString()

/** The health after failures at these times. */
const failAt = (...moments: readonly number[]) =>
  moments.reduce<Health>((health, ms) => afterFailure(health, at(ms), 5000), healthy)

const restMs = ({ restsUntil, lastFailureAt }: Health) => Date.parse(restsUntil ?? '') - Date.parse(lastFailureAt ?? '')

test('the circuit opens at the fifth consecutive failure', () => {
  expect(isCircuitOpen(failAt(1, 2, 3, 4))).toBe(false)
  expect(failAt(1, 2, 3, 4).restsUntil).toBe(null)
  const open = failAt(1, 2, 3, 4, 5)
  expect(open.failuresInRow).toBe(circuitFailuresMax)
  expect(isCircuitOpen(open)).toBe(true)
})

test('pauses at an open circuit double from 50 ms to 5 s, and are no longer than the first pause of the schedule', () => {
  const failures = Array.from({ length: 20 }, (_, i) => i)
  const rests = failures.slice(4).map((_, i) => restMs(failAt(...failures.slice(0, 5 + i))))
  expect(rests.slice(0, 4)).toEqual([50, 100, 200, 400])
  expect(rests.at(-1)).toBe(circuitPauseMsMax)
  const short = failures.reduce<Health>((health, ms) => afterFailure(health, at(ms), 70), healthy)
  expect(restMs(short)).toBe(70)
})

test('Retry-After pauses a webhook for up to five minutes', () => {
  expect(restMs(afterFailure(healthy, at(0), 5000, 60_000))).toBe(60_000)
  expect(restMs(afterFailure(healthy, at(0), 5000, 10 * restMsMax))).toBe(restMsMax)
})

test('five days of failure are too long; a gap of more than two days between failures starts a new series', () => {
  const day = failingMsMax / 5
  expect(hasFailedTooLong(healthy)).toBe(false)
  expect(hasFailedTooLong(failAt(0, 2 * day, 4 * day, failingMsMax - 1))).toBe(false)
  expect(hasFailedTooLong(failAt(0, 2 * day, 4 * day, failingMsMax))).toBe(true)
  expect(hasFailedTooLong(failAt(0, failingMsMax))).toBe(false)
  expect(failAt(0, failureGapMsMax).failuresInRow).toBe(2)
  expect(failAt(0, failureGapMsMax + 1).failuresInRow).toBe(1)
})
