import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { type AttributeName, attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { dot } from '@palate/core/taste/linear-algebra/matrix.ts'
import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { validate } from '@palate/core/taste/validation/validate.ts'
import { expect, test } from 'vitest'
import { validateByRefitting } from './validate-by-refitting.ts'

const measured = Object.fromEntries(attributes.map(({ name }): [AttributeName, number] => [name, 0.5])) as Measured

/** Judgements by an owner with a linear taste and some noise, of pictures in a few clusters. */
function judgementsOf(seed: number, sizes: { pictures: number; labels: number; comparisons: number }): FitInput {
  const random = seededRandom(seed)
  const normal = () => random() + random() + random() - 1.5
  const vector = (length: number, scale: number) => Float32Array.from({ length }, () => normal() * scale)
  const [centres, taste] = [Array.from({ length: 4 }, () => vector(dimensions, 1)), vector(dimensions, 1)]
  const pictures = Array.from({ length: sizes.pictures }, (_, i) => ({
    embedding: vector(dimensions, 0.5).map((value, k) => value + (centres[i % 4]?.[k] ?? 0)),
    attributes: measured,
  }))
  const utilities = pictures.map(({ embedding }) =>
    embedding.reduce((sum, value, i) => sum + value * (taste[i] ?? 0), 0),
  )
  const picture = () => Math.floor(random() * pictures.length)
  const weight = () => [1, 1, 1, 5, 0][Math.floor(random() * 5)] ?? 1
  return {
    dimension: 'trust',
    pictures,
    wishes: [],
    labels: Array.from({ length: sizes.labels }, (_, i) => {
      const one = picture()
      return { picture: one, good: (utilities[one] ?? 0) + normal() > 0, weight: weight(), elementId: `l${i}` }
    }),
    comparisons: Array.from({ length: sizes.comparisons }, (_, i) => {
      const a = picture()
      const b = (a + 1 + Math.floor(random() * (pictures.length - 1))) % pictures.length
      const outcome = random() < 0.1 ? 0.5 : Number((utilities[a] ?? 0) - (utilities[b] ?? 0) + normal() > 0)
      return { a, b, outcome, weight: weight(), elementId: `c${i}` }
    }),
  }
}

const dimensions = 8

test.each([
  { pictures: 20, labels: 30, comparisons: 0 },
  { pictures: 20, labels: 0, comparisons: 40 },
  { pictures: 40, labels: 20, comparisons: 30 },
  { pictures: 6, labels: 40, comparisons: 40 },
  { pictures: 60, labels: 0, comparisons: 45 },
])(
  'the figures match models fitted for each fold: $pictures pictures, $labels labels, $comparisons comparisons',
  (sizes) => {
    for (const seed of [1, 2]) {
      const input = judgementsOf(seed, sizes)
      const validation = validate(createLearner(undefined), input)
      expect(validation).toEqual(validateByRefitting(createLearner(undefined), input))
      expect(validation.heldOut?.judgements).toBe(Math.round(0.8 * (sizes.labels + sizes.comparisons)))
    }
  },
)

test.each([
  ['agrees with the crowd', 1],
  ['goes their own way', 0],
  ['prefers the opposite', -1],
])('the figures match for every kind of owner: one who %s', (_, sign) => {
  const input = { ...judgementsOf(3, { pictures: 25, labels: 15, comparisons: 25 }), dimension: 'aesthetics' }
  const taste = input.labels.map(({ picture, good }) => ({ ...input.pictures[picture], good }))
  const meanAt = ({ axes }: { readonly axes: Float32Array }) =>
    sign * taste.reduce((sum, { embedding = [], good }) => sum + (good ? 0.02 : -0.02) * dot(embedding, axes), 0)
  const project = (embedding: Float32Array) => ({ axes: embedding, directions: embedding.subarray(0, 2) })
  const knowledge = {
    prior: { dimensions, project, meanAt },
    interfaceQualities: { names: [], estimate: () => new Float32Array(0) },
  }
  expect(validate(createLearner(knowledge), input)).toEqual(validateByRefitting(createLearner(knowledge), input))
})

test('the figures match for usability, where each fold learns which qualities matter', () => {
  const project = (embedding: Float32Array) => ({ axes: embedding, directions: new Float32Array(0) })
  const names = ['one', 'two', 'three']
  const learner = createLearner({
    prior: { dimensions, project, meanAt: () => 0 },
    interfaceQualities: { names, estimate: (embedding) => embedding.subarray(0, names.length) },
  })
  for (const sizes of [
    { pictures: 25, labels: 20, comparisons: 0 },
    { pictures: 30, labels: 15, comparisons: 25 },
  ]) {
    const input = { ...judgementsOf(4, sizes), dimension: 'usability' }
    expect(learner.learn(input).relevance).not.toEqual([1, 1, 1])
    expect(validate(learner, input)).toEqual(validateByRefitting(learner, input))
  }
})

test('with fewer than ten judgements there are no figures', () => {
  const input = judgementsOf(1, { pictures: 5, labels: 4, comparisons: 5 })
  expect(validate(createLearner(undefined), input)).toEqual({ heldOut: null, learningCurve: [] })
})

test('pictures without information score the same, and count as half right', () => {
  const far = Array.from({ length: 40 }, (_, i) => ({
    embedding: Float32Array.from({ length: 40 }, (_, k) => Number(i === k)),
    attributes: measured,
  }))
  const comparisons = Array.from({ length: 20 }, (_, i) => ({
    ...{ a: 2 * i, b: 2 * i + 1, outcome: 1, weight: 0, elementId: `c${i}` },
  }))
  const input = { dimension: 'trust', pictures: far, wishes: [], labels: [], comparisons }
  expect(validate(createLearner(undefined), input).heldOut).toEqual({ judgements: 16, correct: 0.5 })
})

test('the kernel is evaluated once for all pairs of pictures, however many folds there are', () => {
  let reads = 0
  const project = (embedding: Float32Array) => ({
    get axes() {
      reads += 1
      return embedding
    },
    directions: new Float32Array(0),
  })
  const pictures = 30
  const prior = { dimensions, project, meanAt: () => 0 }
  const interfaceQualities = { names: [], estimate: () => new Float32Array(0) }
  validate(createLearner({ prior, interfaceQualities }), judgementsOf(1, { pictures, labels: 20, comparisons: 20 }))
  // As one and as the other picture of its pairs, to look for the same picture among the others, and for simple tastes.
  expect(reads).toBe(4 * pictures)
})
