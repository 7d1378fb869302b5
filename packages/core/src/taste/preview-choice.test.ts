import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseForPreview, type PreviewCandidate, spread } from './preview-choice.ts'
import { previewFramesChosen } from './preview-schema.ts'

const usual = { isDecidedAnew: false, isLabelled: false }

test('what is decided anew and what was taught comes first, and the others cover the whole range', () => {
  const range = Array.from({ length: 40 }, (_, i) => ({ ...usual, from: i / 40, to: i / 40 }))
  const changed = { ...usual, from: 0.2, to: 0.8, isDecidedAnew: true }
  const labelled = [0.1, 0.3, 0.2, 0.05].map((move) => ({ ...usual, from: 0.5, to: 0.5 + move, isLabelled: true }))
  const chosen = chooseForPreview([...range, changed, ...labelled])
  expect(chosen).toHaveLength(previewFramesChosen)
  // The changed one, then the three labelled ones that moved most.
  expect(chosen.slice(0, 4)).toEqual([40, 42, 43, 41])
  const others = chosen.slice(4).flatMap((index) => range[index]?.to ?? [])
  expect([Math.max(...others), Math.min(...others)]).toEqual([39 / 40, 0])
})

test('a frame that could not be scored is shown only if there is room', () => {
  const failed = { ...usual, to: null }
  expect(chooseForPreview([failed, { ...usual, to: 0.5 }])).toEqual([0, 1])
  const many = Array.from({ length: previewFramesChosen }, () => ({ ...usual, to: 0.5 }))
  expect(chooseForPreview([failed, ...many])).not.toContain(0)
})

test('no frame is chosen twice, and as many as there is room for', () => {
  const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  const candidate: fc.Arbitrary<PreviewCandidate> = fc.record({
    ...{ to: score, from: score, isDecidedAnew: fc.boolean(), isLabelled: fc.boolean() },
  })
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 80 }), (candidates) => {
      const chosen = chooseForPreview(candidates)
      expect(new Set(chosen).size).toBe(chosen.length)
      expect(chosen).toHaveLength(Math.min(previewFramesChosen, candidates.length))
    }),
  )
  expect(spread([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5])
  expect([spread([1, 2], 3), spread([1, 2], 1), spread([1, 2], 0)]).toEqual([[1, 2], [1], []])
})
