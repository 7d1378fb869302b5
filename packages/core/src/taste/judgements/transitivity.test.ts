import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from './preference-graph.ts'
import { transitivityOf } from './transitivity.ts'

const frameCount = 12

test('it equals the share of transitive triples found by checking every triple', () => {
  const frame = fc.integer({ min: 0, max: frameCount - 1 })
  const pair = fc.tuple(frame, frame).filter(([a, b]) => a !== b)
  const pairs = fc.uniqueArray(pair, { selector: ([a, b]) => String([a, b].sort()), maxLength: 66 })
  fc.assert(
    fc.property(pairs, (judged) => {
      expect(transitivityOf(frameCount, judged)).toBe(byEveryTriple(judged))
    }),
    { numRuns: 500 },
  )
})

test('two hundred frames that were all compared with each other are transitive if their order is', () => {
  const frames = Array.from({ length: 200 }, (_, i) => i)
  const preferences = frames.flatMap((better) => frames.slice(better + 1).map((worse): Edge => [better, worse]))
  expect(transitivityOf(frames.length, preferences)).toBe(1)
})

function byEveryTriple(preferences: readonly Edge[]): number | null {
  const frames = Array.from({ length: frameCount }, (_, i) => i)
  const wins = (x: number, y: number) => preferences.some(([better, worse]) => better === x && worse === y)
  const compared = (x: number, y: number) => wins(x, y) || wins(y, x)
  const triples = frames.flatMap((a) =>
    frames.slice(a + 1).flatMap((b) => frames.slice(b + 1).map((c) => [a, b, c] as const)),
  )
  const complete = triples.filter(([a, b, c]) => compared(a, b) && compared(b, c) && compared(a, c))
  const cyclic = complete.filter(([a, b, c]) => wins(a, b) === wins(b, c) && wins(b, c) === wins(c, a))
  return complete.length === 0 ? null : 1 - cyclic.length / complete.length
}
