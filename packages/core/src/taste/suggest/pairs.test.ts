import { expect, it } from 'vitest'
import { sampledFramesMax } from './frame-sample.ts'
import { openPairs, pairCandidatesMax } from './pairs.ts'
import { numbersFrom } from './seeded.ts'

const membersOf = (count: number) => Array.from({ length: count }, (_, i) => 10 * i)
const namesOf = (pairs: readonly { readonly a: number; readonly b?: number | undefined }[]) =>
  new Set(pairs.map(({ a, b }) => `${a} ${b}`))

it('considers a limited number of distinct pairs from all parts of a large sample', () => {
  const pairs = openPairs(membersOf(sampledFramesMax), [], numbersFrom('pairs'))
  expect(pairs).toHaveLength(pairCandidatesMax)
  expect(namesOf(pairs).size).toBe(pairCandidatesMax)
  const uses = new Int32Array(sampledFramesMax)
  for (const { a, b = a } of pairs) for (const frame of [a, b]) uses[frame] = (uses[frame] as number) + 1
  const usual = (2 * pairCandidatesMax) / sampledFramesMax
  expect(Math.min(...uses)).toBeGreaterThan(usual / 2)
  expect(Math.max(...uses)).toBeLessThan(usual * 2)
})

it('considers all unjudged pairs of a small sample', () => {
  const pairs = openPairs(membersOf(5), [[0, 10] as const, [40, 20] as const], numbersFrom('pairs'))
  expect(namesOf(pairs)).toEqual(new Set(['2 0', '2 1', '3 0', '3 1', '3 2', '4 0', '4 1', '4 3']))
})
