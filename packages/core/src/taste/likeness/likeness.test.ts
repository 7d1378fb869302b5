import { expect, test } from 'vitest'
import type { PictureFeatures } from '../model/fit-input.ts'
import { fitLikeness, viewLikenesses } from './likeness.ts'
import type { LikenessSpace, Projection } from './space.ts'

const at = (...values: number[]): Projection => ({
  at: [Float32Array.from(values), Float32Array.from(values)],
  coordinates: { axes: new Float32Array(0), directions: new Float32Array(0) },
})
const pictures = [at(1, 2), at(1.1, 2.1), at(-1, 0)]
const picture = {} as PictureFeatures

function openSpace() {
  let projections = 0
  const views = (['look', 'content'] as const).map((name) => ({ name, between: 1, calibration: 1, usual: [] }))
  const space: LikenessSpace = {
    views,
    project() {
      projections += 1
      return at(1, 2)
    },
  }
  return { space, projections: () => projections }
}

test('without a good exemplar both views are silent, and the picture is not projected', () => {
  const { space, projections } = openSpace()
  const { likeness } = fitLikeness(space, pictures, [{ picture: 2, good: false, weight: 1 }])
  expect(viewLikenesses(space, likeness, picture).map(({ logOdds }) => logOdds)).toEqual([0, 0])
  expect(projections()).toBe(0)
})

test('with good exemplars a picture like them is more likely from their source than another one', () => {
  const { space } = openSpace()
  const labels = [0, 1].map((picture) => ({ picture, good: true, weight: 1 }))
  const { likeness, views } = fitLikeness(space, pictures, labels)
  const alike = viewLikenesses(space, likeness, picture)
  const other = views[2] ?? []
  expect(alike.map(({ view }) => view)).toEqual(['look', 'content'])
  for (const [v, { logOdds }] of alike.entries()) expect(logOdds).toBeGreaterThan(other[v]?.logOdds ?? 0)
})
