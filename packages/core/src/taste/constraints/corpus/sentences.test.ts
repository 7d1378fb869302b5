import { expect, test } from 'vitest'
import { heardIn, heldBack, type Sentence, sentences } from './sentences.ts'

/** How many sentences are heard with a wrong sign, and the share of the wishes that are found. */
function measure(corpus: typeof sentences) {
  const heard = Object.entries(corpus).flatMap(([kind, all]) => all.map((sentence) => heardIn(kind, sentence)))
  const sum = (count: (one: (typeof heard)[number]) => number) => heard.reduce((total, one) => total + count(one), 0)
  return {
    wrong: sum(({ isWrong }) => Number(isWrong)) / heard.length,
    recall: sum(({ found }) => found) / sum(({ said }) => said),
  }
}

test('the corpus has 450 sentences in ten kinds and 80 that were held back, and each once', () => {
  const all: readonly Sentence[] = [...Object.values(sentences).flat(), ...Object.values(heldBack).flat()]
  expect(Object.values(sentences).map((one) => one.length)).toEqual(Array(10).fill(45))
  expect(Object.values(heldBack).map((one) => one.length)).toEqual(Array(10).fill(8))
  expect(new Set(all.map(([text]) => text)).size).toBe(530)
})

test('of the sentences that the reader was changed with, at most 2 % are read with a wrong sign', () => {
  const { wrong, recall } = measure(sentences)
  expect(wrong).toBeLessThanOrEqual(0.02)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('of those that were held back, few are', () => {
  const { wrong, recall } = measure(heldBack)
  expect(wrong).toBeLessThanOrEqual(0.09)
  expect(recall).toBeGreaterThanOrEqual(0.89)
})
