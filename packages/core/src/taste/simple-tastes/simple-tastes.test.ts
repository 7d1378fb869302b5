import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributes } from '../attributes.ts'
import { observationsOf, type TasteFrame } from '../gaussian-process/observations.ts'
import { posteriorAt } from '../gaussian-process/posterior.ts'
import { fitTaste, predictTaste, tasteSettings } from '../gaussian-process/preference.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import { fitSimpleTastes, startsOf } from './fit-simple-tastes.ts'
import { simpleShareOf } from './hypotheses.ts'
import { type Trait, traits } from './traits.ts'

/** Pictures far apart, whose attributes are unrelated to each other and to the crowd's opinion. */
function frameAt(i: number, random: () => number): TasteFrame {
  return {
    coordinates: { axes: Float32Array.of(9 * i), directions: new Float32Array(0) },
    priorMean: 2 * random() - 1,
    traits: Float64Array.from(traits, (_, place) => (place < attributes.length ? 2 * random() - 1 : 0)),
  }
}

/** A linear congruential generator. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const traitOf = (frame: TasteFrame, trait: Trait) => frame.traits?.[traits.indexOf(trait)] ?? 0

/** Labels `count` pictures by a rule. The other pictures are to be predicted. */
function taught(isGood: (frame: TasteFrame) => boolean, count: number, seed = 1) {
  const random = numbersFrom(seed)
  const frames = Array.from({ length: count + 60 }, (_, i) => frameAt(i, random))
  const labels = frames.slice(0, count).map((frame, i) => ({ frame: i, good: isGood(frame) }))
  return { frames, labels, others: frames.slice(count) }
}

function shareCorrect(model: TasteModel, others: readonly TasteFrame[], isGood: (frame: TasteFrame) => boolean) {
  const correct = others.filter((one) => predictTaste(model, one, 0).probability > 0.5 === isGood(one))
  return correct.length / others.length
}

const weightOf = ({ simpleTastes }: TasteModel, ...named: readonly Trait[]) =>
  simpleTastes
    .filter(({ terms }) => terms.slice(1).join() === named.join())
    .reduce((sum, { weight }) => sum + weight, 0)

test.each(['brightness', 'warmth', 'symmetry'] as const)('a taste for %s is found', (trait) => {
  for (const sign of [1, -1]) {
    const isGood = (frame: TasteFrame) => sign * traitOf(frame, trait) > 0
    const { frames, labels, others } = taught(isGood, 24)
    const model = fitTaste({ frames, labels, comparisons: [] })
    expect(weightOf(model, trait)).toBeGreaterThan(0.5)
    expect(shareCorrect(model, others, isGood)).toBeGreaterThan(0.9)
  }
})

test('a taste for two attributes is found from comparisons alone', () => {
  const utility = (frame: TasteFrame) => traitOf(frame, 'texture') - traitOf(frame, 'warmth')
  const { frames, others } = taught(() => true, 40)
  const comparisons = Array.from({ length: 60 }, (_, i) => {
    const [a, b] = [i % 40, (7 * i + 3) % 40]
    return { a, b, outcome: Number(utility(frames[a] as TasteFrame) > utility(frames[b] as TasteFrame)) }
  }).filter(({ a, b }) => a !== b)
  const model = fitTaste({ frames, labels: [], comparisons })
  expect(weightOf(model, 'warmth', 'texture') + weightOf(model, 'texture', 'warmth')).toBeGreaterThan(0.5)
  expect(shareCorrect(model, others, (frame) => utility(frame) > 0)).toBeGreaterThan(0.85)
})

test("the crowd's opinion keeps an owner who follows it", () => {
  const { frames, labels } = taught(({ priorMean }) => priorMean > 0, 30)
  const { components } = fitTaste({ frames, labels, comparisons: [] })
  expect(components.reduce((sum, { weight }) => sum + weight, 0)).toBeGreaterThan(0.8)
})

test('without judgements only the crowd counts, and scores are those of a model without simple tastes', () => {
  const { simpleTastes, ...without } = tasteSettings
  const [frame] = taught(() => true, 1).frames as [TasteFrame]
  const nothing = { frames: [], labels: [], comparisons: [] }
  expect(simpleShareOf(simpleTastes ?? fail())).toBeLessThan(0.25)
  expect(predictTaste(fitTaste(nothing), frame)).toEqual(predictTaste(fitTaste(nothing, without), frame))
})

const anyLabels = fc.tuple(fc.nat(), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }))

test('the weights add up to 1, and the joint posterior has the mean and variance of the mixture', () => {
  fc.assert(
    fc.property(anyLabels, ([seed, goods]) => {
      const { frames, others } = taught(() => true, goods.length, seed)
      const model = fitTaste({ frames, labels: goods.map((good, frame) => ({ frame, good })), comparisons: [] })
      const all = [...model.components, ...model.simpleTastes]
      expect(all.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9)
      const [target] = others as [TasteFrame]
      const { mean, variance } = predictTaste(model, target, 0)
      const joint = posteriorAt(model, [target])
      const meanOf = joint.reduce((sum, { weight, means: [one = 0] }) => sum + weight * one, 0)
      const secondOf = joint.reduce(
        (sum, { weight, means: [one = 0], covariance }) => sum + weight * ((covariance.values[0] ?? 0) + one ** 2),
        0,
      )
      expect(meanOf).toBeCloseTo(mean, 8)
      expect(secondOf - meanOf ** 2).toBeCloseTo(variance, 6)
    }),
    { numRuns: 25 },
  )
})

test('swapping good and bad mirrors every simple taste and leaves its weight', () => {
  fc.assert(
    fc.property(anyLabels, ([seed, goods]) => {
      const { frames } = taught(() => true, goods.length, seed)
      const [ones = [], others = []] = [true, false].map((side) => {
        const labels = goods.map((good, frame) => ({ frame, good: good === side }))
        const judgements = observationsOf({ frames, labels, comparisons: [] }, tasteSettings)
        return fitSimpleTastes(judgements, frames, tasteSettings)
      })
      for (const [i, { taste, logWeight }] of ones.entries()) {
        expect(others[i]?.logWeight).toBeCloseTo(logWeight, 8)
        for (const [k, factor] of taste.mean.entries()) expect(others[i]?.taste.mean[k]).toBeCloseTo(-factor, 4)
      }
    }),
    { numRuns: 25 },
  )
})

test('fits that start at the modes of other judgements have the same result', () => {
  const { frames, labels } = taught((frame) => traitOf(frame, 'warmth') > 0, 30)
  const fit = (count: number, starts?: ReturnType<typeof startsOf>) => {
    const judged = observationsOf({ frames, labels: labels.slice(0, count), comparisons: [] }, tasteSettings)
    return fitSimpleTastes(judged, frames, tasteSettings, starts)
  }
  const started = fit(24, startsOf(fit(30)))
  for (const [i, { taste, logWeight }] of fit(24).entries()) {
    expect(started[i]?.logWeight).toBeCloseTo(logWeight, 4)
    for (const [k, factor] of taste.mean.entries()) expect(started[i]?.taste.mean[k]).toBeCloseTo(factor, 3)
  }
})

function fail(): never {
  throw new Error('the settings have no simple tastes')
}
