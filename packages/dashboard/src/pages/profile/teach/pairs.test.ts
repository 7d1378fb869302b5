import type { Suggestion } from '@palate/client'
import { expect, test } from 'vitest'
import { annotationsOf, newPairs } from './pairs.ts'

const a = { id: 'frm_a', url: 'frame:frm_a' }
const b = { id: 'shot', url: null }
const suggestion: Suggestion = { kind: 'comparison', frameA: a, frameB: b, gain: 0.4, reason: 'Open.' }

test('sides are randomised, and a pair already seen in either order is not shown again', () => {
  const [straight] = newPairs([suggestion], new Set(), () => 0.9)
  const [swapped] = newPairs([suggestion], new Set(), () => 0.1)
  expect([straight?.left, straight?.right]).toEqual([a, b])
  expect([swapped?.left, swapped?.right]).toEqual([b, a])
  expect(newPairs([suggestion], new Set([swapped?.id ?? '']), () => 0.9)).toEqual([])
})

test('a verdict becomes a comparison with the sides as shown, or a label for each picture', () => {
  const pair = { id: '', left: b, right: a, isRepeat: false }
  const comparison = { frameA: 'shot', frameB: a }
  expect(annotationsOf(pair, 'right', 'aesthetics')).toEqual({
    comparisons: [{ ...comparison, winner: 'frm_a' }],
  })
  expect(annotationsOf(pair, 'left', 'usability')).toEqual({
    comparisons: [{ ...comparison, winner: 'shot', dimension: 'usability' }],
  })
  expect(annotationsOf(pair, 'tie', 'aesthetics')).toEqual({ comparisons: [{ ...comparison, winner: 'tie' }] })
  expect(annotationsOf(pair, 'bad', 'aesthetics')).toEqual({
    exemplars: [
      { label: 'bad', frameId: 'shot' },
      { label: 'bad', frameId: 'frm_a', url: 'frame:frm_a' },
    ],
  })
})

test('a pair that is asked again on purpose is sent as a repeat', () => {
  const [pair] = newPairs([{ ...suggestion, repeat: true }], new Set(), () => 0.9)
  expect(pair && annotationsOf(pair, 'left', 'aesthetics').comparisons).toMatchObject([{ repeat: true }])
})
