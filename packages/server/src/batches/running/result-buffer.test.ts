import { expect, test } from 'vitest'
import { countForTransaction, resultBytesPerTransactionMax, resultsPerTransactionMax } from './result-buffer.ts'

const result = (bytes: number) => ({
  ...{ index: 0, attempts: 1, workersLost: 0, kind: 'finished' as const, hasFailed: false },
  result: 'x'.repeat(bytes),
})
const postponed = { index: 0, attempts: 1, workersLost: 0, kind: 'postponed' as const, dueMs: 0 }

test('a transaction stores up to 128 results or 1 MiB, or a single larger result', () => {
  expect([resultsPerTransactionMax, resultBytesPerTransactionMax]).toEqual([128, 1024 * 1024])
  const half = resultBytesPerTransactionMax / 2
  expect(countForTransaction(Array(200).fill(result(10)))).toBe(128)
  expect(countForTransaction(Array(200).fill(postponed))).toBe(128)
  expect(countForTransaction([result(10), postponed])).toBe(2)
  expect(countForTransaction([result(half), result(half), result(1)])).toBe(2)
  expect(countForTransaction([result(3 * half), result(1)])).toBe(1)
  expect(countForTransaction([result(1), result(3 * half)])).toBe(1)
})
