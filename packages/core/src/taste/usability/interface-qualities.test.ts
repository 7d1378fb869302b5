import { expect, test } from 'vitest'
import { type AttributeName, attributes, type Measured } from '../attributes.ts'
import type { FitInput, PictureFeatures } from '../model/fit-input.ts'
import { createLearner } from '../model/learn.ts'
import { pack } from '../prior/packing.ts'
import { openInterfaceQualities, usabilityCoordinates } from './interface-qualities.ts'

const names: readonly AttributeName[] = ['contrast', 'clutter']
const qualities = openInterfaceQualities({
  about: 'a test',
  names: ['sharp', 'crowded'],
  attributes: names,
  embeddingNumbers: 2,
  offsets: [0, 1],
  attributeWeights: pack([1, 0, 0, 0, 0, 2, 0, 4]),
  embeddingWeights: pack([0.5, 0, 0, -0.25]),
})

function measured(values: Partial<Record<AttributeName, number>>): Measured {
  return { ...(Object.fromEntries(attributes.map(({ name }) => [name, 0])) as Measured), ...values }
}

test('an estimate is linear in the attributes, their squares and the first numbers of the embedding', () => {
  expect(qualities.names).toEqual(['sharp', 'crowded'])
  const estimates = qualities.estimate(Float32Array.of(1, 2, 99), measured({ contrast: 0.5, clutter: 0.25 }))
  expect(estimates[0]).toBeCloseTo(1, 3)
  expect(estimates[1]).toBeCloseTo(1.25, 3)
})

test('an estimate is bounded for pictures that are not interfaces', () => {
  expect([...qualities.estimate(Float32Array.of(1e6, 1e6), measured({}))]).toEqual([2.5, -2.5])
})

test('an embedding that is too short is refused', () => {
  expect(() => qualities.estimate(Float32Array.of(1), measured({}))).toThrow(
    'need an embedding of at least 2 numbers, not 1',
  )
})

test('the coordinates of a screen keep the axes and have its qualities as directions', () => {
  const axes = Float32Array.of(1, 2)
  const { directions, ...rest } = usabilityCoordinates({ axes, directions: Float32Array.of(9) }, Float32Array.of(1, -1))
  expect(rest).toEqual({ axes })
  expect(directions.length).toBe(2)
  expect(directions[0]).toBe(-(directions[1] ?? 0))
})

test('a quality that matters more has the larger part of the covariance', () => {
  const coordinates = { axes: Float32Array.of(1, 2), directions: new Float32Array(0) }
  const { directions } = usabilityCoordinates(coordinates, Float32Array.of(1, -1), [1.96, 0.04])
  expect((directions[0] ?? 0) / (directions[1] ?? 1)).toBeCloseTo(-7)
})

test('a few usability labels generalize to screens that look different, and only usability uses the qualities of screens', () => {
  const far = (i: number) => Float32Array.from({ length: 40 }, (_, at) => (at === i ? 3 : 0))
  const project = (embedding: Float32Array) => ({ axes: embedding, directions: new Float32Array(0) })
  const prior = { dimensions: 40, project, meanAt: () => 0 }
  const learner = createLearner({ prior, interfaceQualities: qualities })
  const screen = (i: number, contrast: number): PictureFeatures => ({
    embedding: far(2 + i),
    attributes: measured({ contrast }),
  })
  const pictures = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => screen(i, i % 2))
  const labels = pictures.map((_, i) => ({ picture: i, good: i % 2 === 1, weight: 1, elementId: `e${i}` }))
  const input: FitInput = { dimension: 'usability', pictures, labels, comparisons: [], wishes: [] }
  const [sharp, faint] = [screen(20, 1), screen(21, 0)]
  const model = learner.learn(input)
  expect(learner.predict(model, sharp)).toBeGreaterThan(learner.predict(model, faint) + 0.2)
  expect(learner.explain(model, sharp).details).toMatchObject({ qualities: { sharp: expect.closeTo(1, 2) } })
  const other = learner.learn({ ...input, dimension: 'trust' })
  expect(learner.explain(other, sharp).details).not.toHaveProperty('qualities')
})
