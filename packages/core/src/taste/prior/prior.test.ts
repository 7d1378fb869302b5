import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack, unpack } from './packing.ts'
import { openPrior, type PriorHead } from './prior.ts'

const head: PriorHead = {
  about: 'two axes of three numbers, two landmarks, one direction',
  dimensions: 3,
  axes: 2,
  centre: pack([1, 1, 1]),
  projection: pack([1, 0, 0, 0, 1, 1]),
  bandwidth: 1,
  landmarks: pack([0, 0, 2, 0]),
  landmarkWeights: pack([1, -1]),
  directions: pack([1, 1]),
}

test('an embedding is centred, projected, and measured along the directions', () => {
  const coordinates = openPrior(head).project(Float32Array.of(2, 2, 4))
  expect(coordinates.axes[0]).toBeCloseTo(1, 4)
  expect(coordinates.axes[1]).toBeCloseTo(4, 3)
  expect(coordinates.directions[0]).toBeCloseTo(5, 3)
})

test('the prior mean is a sum of Gaussian bumps around the landmarks, and 0 far away', () => {
  const { project, meanAt } = openPrior(head)
  expect(meanAt(project(Float32Array.of(1, 1, 1)))).toBeCloseTo(1 - Math.exp(-2), 3)
  expect(meanAt(project(Float32Array.of(3, 1, 1)))).toBeCloseTo(Math.exp(-2) - 1, 3)
  expect(meanAt(project(Float32Array.of(2, 1, 1)))).toBeCloseTo(0, 4)
  expect(meanAt(project(Float32Array.of(99, 1, 1)))).toBe(0)
})

test('an embedding of another length is refused', () => {
  expect(() => openPrior(head).project(Float32Array.of(1, 2))).toThrow('embeddings of 3 numbers, not 2')
})

test('packed numbers come back within half a step', () => {
  fc.assert(
    fc.property(fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 })), (values) => {
      const { step, base64 } = pack(values)
      expect(base64).toMatch(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
      const back = unpack({ step, base64 })
      expect(back.length).toBe(values.length)
      for (const [i, value] of values.entries())
        expect(Math.abs(value - Number(back[i]))).toBeLessThanOrEqual(step * 0.51)
    }),
  )
})
