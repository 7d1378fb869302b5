import { describeReasons } from '@palate/core/report/reasons.ts'
import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { understand } from '@palate/core/taste/constraints.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { reasonsMax } from '@palate/core/taste/model/score-reasons.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const knowledge = openBuiltinPrior({ kind: 'builtin' })
const learner = createLearner(knowledge, openBuiltinLikeness({ kind: 'builtin' }))
const wishes = understand({ answer: 'dark, warm and calm, no clutter' }).wishes

/** Pictures of a few subjects with any attributes. */
const anyPicture: fc.Arbitrary<PictureFeatures> = fc
  .record({
    subject: fc.integer({ min: 0, max: 3 }),
    phase: fc.double({ min: 0, max: 9, noNaN: true }),
    measured: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: attributes.length,
      maxLength: attributes.length,
    }),
  })
  .map(({ subject, phase, measured }) => ({
    embedding: Float32Array.from(
      { length: knowledge.prior.dimensions },
      (_, i) => Math.sin(subject * 40 + i * (1 + subject)) + 0.4 * Math.cos(phase + i),
    ),
    attributes: Object.fromEntries(attributes.map(({ name }, i) => [name, measured[i]])) as unknown as Measured,
  }))

const anyInput: fc.Arbitrary<FitInput> = fc
  .record({
    dimension: fc.constantFrom('aesthetics', 'likeness', 'usability', 'calm'),
    pictures: fc.array(anyPicture, { minLength: 2, maxLength: 14 }),
    isWished: fc.boolean(),
    goods: fc.array(fc.constantFrom(true, false, undefined), { maxLength: 14 }),
    pairs: fc.array(fc.tuple(fc.nat(13), fc.nat(13), fc.constantFrom(0, 0.5, 1)), { maxLength: 10 }),
  })
  .map(({ dimension, pictures, isWished, goods, pairs }) => ({
    dimension,
    pictures,
    wishes: isWished ? wishes : [],
    labels: goods.flatMap((good, picture) =>
      good === undefined || picture >= pictures.length ? [] : [{ picture, good, weight: 1, elementId: `l${picture}` }],
    ),
    comparisons: pairs.flatMap(([a, b, outcome], i) =>
      a === b || Math.max(a, b) >= pictures.length ? [] : [{ a, b, outcome, weight: 1, elementId: `c${i}` }],
    ),
  }))

test('in every learned dimension the reasons add up to the distance of the score from 0.5, largest first', () => {
  fc.assert(
    fc.property(anyInput, anyPicture, fc.nat(13), (input, other, place) => {
      const model = learner.learn(input)
      for (const picture of [other, input.pictures[place % input.pictures.length] as PictureFeatures]) {
        const { probability, details } = learner.explain(model, picture)
        const effects = details.reasons.map(({ effect }) => effect)
        expect(probability).toBe(learner.predict(model, picture))
        expect(effects.reduce((sum, effect) => sum + effect, 0)).toBeCloseTo(probability - 0.5, 3)
        expect(effects.map(Math.abs)).toEqual(effects.map(Math.abs).sort((a, b) => b - a))
        expect(effects.length).toBeLessThanOrEqual(reasonsMax + 1)
        const shown = describeReasons(details).reduce((sum, { effect = 0 }) => sum + effect, 0)
        expect(Math.abs(shown - (probability - 0.5))).toBeLessThan(0.006)
      }
    }),
    { numRuns: 60 },
  )
})

test('a high likeness has a reason that raised it', () => {
  const pictures = fc.sample(anyPicture, { numRuns: 12, seed: 4 })
  const dark = (picture: PictureFeatures, brightness: number) => ({
    ...picture,
    attributes: { ...picture.attributes, brightness },
  })
  const input: FitInput = {
    dimension: 'likeness',
    pictures: pictures.map((picture, i) => dark(picture, i < 6 ? 0.1 : 0.8)),
    wishes: [],
    labels: pictures.map((_, picture) => ({ picture, good: picture < 6, weight: 1, elementId: `e${picture}` })),
    comparisons: [],
  }
  const { probability, details } = learner.explain(learner.learn(input), dark(pictures[7] as PictureFeatures, 0.05))
  expect(probability).toBeGreaterThan(0.6)
  expect(details.reasons[0]).toEqual({
    text: 'It is dark, which you tend to prefer',
    effect: expect.toSatisfy((effect: number) => effect > 0.05),
  })
})

test('a similar judged picture is a reason, with the elements that judge it', () => {
  const [liked, disliked] = fc.sample(anyPicture, { numRuns: 2, seed: 2 })
  if (!liked || !disliked) throw new Error('there are no pictures')
  const input: FitInput = {
    dimension: 'usability',
    pictures: [liked, disliked],
    wishes: [],
    labels: [
      { picture: 0, good: true, weight: 1, elementId: 'liked' },
      { picture: 1, good: false, weight: 1, elementId: 'disliked' },
    ],
    comparisons: [],
  }
  const model = learner.learn(input)
  const judgedReason = (picture: PictureFeatures) =>
    learner.explain(model, picture).details.reasons.find(({ elements }) => elements !== undefined)
  expect(judgedReason(liked)).toMatchObject({ text: 'Similar to what you preferred', elements: ['liked'] })
  expect(judgedReason(disliked)).toMatchObject({ text: 'Similar to what you rejected', elements: ['disliked'] })
})
