import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { openLikenessSpace } from '@palate/core/taste/likeness/space.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import { validate } from '@palate/core/taste/validation/validate.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateByRefitting } from './validate-by-refitting.ts'

const [lookCount, contentCount] = [4, 6]

/** The look is four attributes and the content the whole embedding, both unscaled. */
const look = {
  features: attributes.length,
  centre: pack(attributes.map(() => 0.5)),
  projection: pack(identity(lookCount, attributes.length, 10)),
  between: pack([4, 4, 4, 4]),
  calibration: 3,
  usual: pack([]),
}
const head = {
  about: 'a test',
  look,
  lookByAttributes: look,
  attributes: attributes.map(({ name }) => name),
  content: {
    features: contentCount,
    centre: pack(new Array(contentCount).fill(0)),
    projection: pack(identity(contentCount, contentCount, 1)),
    correlation: 0.5,
    calibration: 30,
  },
}
const space = openLikenessSpace(head, 'builtin')
const learner = createLearner(undefined, space)

function identity(rows: number, columns: number, scale: number): readonly number[] {
  return Array.from({ length: rows * columns }, (_, i) => (Math.floor(i / columns) === i % columns ? scale : 0))
}

/** A picture with a look and a content, both given as vectors, with small deviations by its number. */
function picture(lookAt: readonly number[], contentAt: readonly number[], number = 0): PictureFeatures {
  const differ = (i: number) => Math.sin(7 * number + 3 * i) * 0.02
  const measured = attributes.map(({ name }, i) => [name, 0.5 + (lookAt[i] ?? 0) + differ(i)])
  return {
    attributes: Object.fromEntries(measured) as Measured,
    embedding: Float32Array.from({ length: contentCount }, (_, i) => (contentAt[i] ?? 0) + differ(i + 50)),
  }
}

function inputOf(good: readonly PictureFeatures[], bad: readonly PictureFeatures[] = [], more: Partial<FitInput> = {}) {
  const pictures = [...good, ...bad]
  const labels = pictures.map((_, i) => ({ picture: i, good: i < good.length, weight: 1, elementId: `e${i}` }))
  return { dimension: 'likeness', pictures, labels, comparisons: [], wishes: [], ...more } satisfies FitInput
}

const scoreOf = (input: FitInput, one: PictureFeatures) => learner.predict(learner.learn(input), one)

const [warm, cold] = [
  [0.3, 0.2, 0, 0],
  [-0.3, 0, 0.2, 0],
]
const [dogs, birds, cars] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
]
/** Warm pictures of anything, and pictures of dogs in any light. */
const warmPictures = [dogs, birds, cars, [0, 0, 0, 1], [-1, 0, 0, 0]].map((subject, i) => picture(warm, subject, i))
const dogPictures = [warm, cold, [0, 0.3, 0.3, 0], [0, -0.3, 0, 0.3], [0, 0, -0.3, 0.2]].map((light, i) =>
  picture(light, dogs, i),
)

test('without any judgement every picture scores 0.5', () => {
  expect(scoreOf(inputOf([]), picture(warm, dogs))).toBe(0.5)
  expect(learner.explain(learner.learn(inputOf([])), picture(warm, dogs))).toMatchObject({
    confidence: 0,
    details: { summary: 'There is no good exemplar to compare it with.' },
  })
})

test('good exemplars alone distinguish similar pictures from others', () => {
  const [like, unlike] = [picture(warm, [0, -1], 9), picture(cold, [0, -1], 9)]
  expect(scoreOf(inputOf(warmPictures), like)).toBeGreaterThan(0.7)
  expect(scoreOf(inputOf(warmPictures), unlike)).toBeLessThan(0.3)
})

test('the good exemplars decide whether the look or the content counts', () => {
  const views = (input: FitInput, one: PictureFeatures) => learner.explain(learner.learn(input), one).details
  expect(views(inputOf(warmPictures), picture(warm, birds, 9))).toMatchObject({
    summary:
      'In light, colour and texture, it resembles your good exemplars; your good exemplars have no subject in common.',
  })
  expect(views(inputOf(dogPictures), picture(warm, birds, 9))).toMatchObject({
    summary:
      'In subject, it does not resemble your good exemplars; your good exemplars have no light, colour or texture in common.',
  })
  const warmDogs = [1, 2, 3, 4].map((i) => picture(warm, dogs, i))
  expect(views(inputOf(warmDogs), picture(warm, birds, 9))).toMatchObject({
    summary:
      'In light, colour and texture, it resembles your good exemplars; in subject, it does not resemble your good exemplars.',
    prior: { views: [{ view: 'look' }, { view: 'content' }], constraints: [] },
  })
})

test('a bad exemplar or a lost comparison lowers the score of similar pictures', () => {
  const scored = picture(warm, birds, 20)
  const near = picture(warm, birds, 21)
  const before = scoreOf(inputOf(warmPictures), scored)
  expect(scoreOf(inputOf(warmPictures, [near]), scored)).toBeLessThan(before)
  const pictures = [...warmPictures, near]
  const comparisons = [{ a: 0, b: 5, outcome: 1, weight: 1, elementId: 'c' }]
  expect(scoreOf({ ...inputOf(warmPictures), pictures, comparisons }, scored)).toBeLessThan(before)
})

test('comparisons alone are enough to learn', () => {
  const pictures = [picture(warm, dogs), picture(cold, dogs, 1)]
  const comparisons = [{ a: 0, b: 1, outcome: 1, weight: 1, elementId: 'c' }]
  const input = { ...inputOf([]), pictures, comparisons }
  expect(scoreOf(input, picture(warm, birds, 3))).toBeGreaterThan(scoreOf(input, picture(cold, birds, 3)))
})

test('a weight of 0 has no effect, and a larger one moves scores further', () => {
  const weighed = (weight: number) =>
    scoreOf(
      inputOf(warmPictures, [], { labels: [{ picture: 0, good: true, weight, elementId: 'e' }] }),
      picture(warm, dogs),
    )
  expect(weighed(0)).toBe(0.5)
  expect(weighed(1)).toBeGreaterThan(0.5)
  expect(weighed(3)).toBeGreaterThan(weighed(1))
})

test('with another embedder the content is compared by the direction of its embeddings, of whatever length', () => {
  const other = createLearner(undefined, openLikenessSpace(head, 'other'))
  const pictureOf = (embedding: readonly number[], lookAt: readonly number[], number: number) => ({
    ...picture(lookAt, [], number),
    embedding: Float32Array.from(embedding),
  })
  const good = [
    pictureOf([1, 0, 0], warm, 1),
    pictureOf([2, 0.1, 0], cold, 2),
    pictureOf([3, 0, 0.2], [0, 0.3, 0.3], 3),
  ]
  const model = other.learn(inputOf(good))
  const [alike, unlike] = [pictureOf([9, 0, 0], [0, 0, 0, 0], 4), pictureOf([0, 9, 0], [0, 0, 0, 0], 4)]
  expect(other.predict(model, alike)).toBeGreaterThan(other.predict(model, unlike) + 0.1)
})

const vector = (length: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
const anyPicture = fc.tuple(vector(lookCount), vector(contentCount)).map(([lookAt, contentAt]) =>
  picture(
    lookAt.map((value) => value * 0.4),
    contentAt,
  ),
)

test('the order of the judgements does not matter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyPicture, fc.boolean()), { minLength: 1, maxLength: 8 }),
      anyPicture,
      (judged, scored) => {
        const examplesOf = (list: typeof judged) =>
          inputOf([], [], {
            pictures: list.map(([one]) => one),
            labels: list.map(([, good], i) => ({ picture: i, good, weight: 1, elementId: `e${i}` })),
          })
        expect(scoreOf(examplesOf(judged.toReversed()), scored)).toBeCloseTo(scoreOf(examplesOf(judged), scored), 5)
      },
    ),
    { numRuns: 60 },
  )
})

test('a picture scores higher the more its look approaches that of the good ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 19 }), vector(contentCount), (step, contentAt) => {
      const between = (share: number) =>
        picture(
          warm.map((value, i) => share * value + (1 - share) * (cold[i] ?? 0)),
          contentAt,
        )
      const input = inputOf(warmPictures)
      expect(scoreOf(input, between((step + 1) / 20))).toBeGreaterThanOrEqual(scoreOf(input, between(step / 20)))
    }),
    { numRuns: 60 },
  )
})

test('cross-validation matches models fitted for each fold', () => {
  const pictures = [...warmPictures, ...dogPictures, ...[1, 2, 3, 4].map((i) => picture(cold, birds, i))]
  const labels = pictures.map((_, i) => ({ picture: i, good: i % 3 !== 0, weight: 1 + (i % 2), elementId: `l${i}` }))
  const comparisons = pictures.map((_, i) => ({
    a: i,
    b: (i + 3) % pictures.length,
    outcome: i % 2,
    weight: 1,
    elementId: `c${i}`,
  }))
  const input = inputOf([], [], { pictures, labels, comparisons })
  const validation = validate(learner, input)
  expect(validation).toEqual(validateByRefitting(learner, input))
  expect(validation.heldOut?.judgements).toBe(22)
})

test('a model is plain data: a copy makes the same predictions', () => {
  const model = learner.learn(inputOf(warmPictures, dogPictures))
  const scored = picture(warm, birds, 30)
  expect(learner.predict(copyOf(model), scored)).toBe(learner.predict(model, scored))
})

/** Copies a value as it arrives on another thread. */
function copyOf<Value>(value: Value): Value {
  if (ArrayBuffer.isView(value)) return (value as unknown as Float64Array).slice() as Value
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)])) as Value
}
