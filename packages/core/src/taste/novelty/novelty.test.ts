import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { familiarityOf, familiarPicturesMin, nearestTo, noveltyAt, surroundingsOf } from './novelty.ts'

const random = seededRandom(5)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const frameAt = (axes: readonly number[]) => ({
  coordinates: { axes: Float32Array.from(axes), directions: new Float32Array() },
  priorMean: 0,
})
const ordinary = () => frameAt(Array.from({ length: 20 }, normal))
const far = frameAt(Array.from({ length: 20 }, () => 9))

test.each([8, 16, 60])('with %i judged pictures, one in ten of the same kind exceeds 0.9', (count) => {
  const novelties = Array.from({ length: 60 }, () => {
    const frames = Array.from({ length: count }, ordinary)
    const familiarity = familiarityOf(frames)
    return Array.from({ length: 20 }, () =>
      familiarity ? noveltyAt(familiarity, nearestTo(ordinary(), frames).distance) : 1,
    )
  }).flat()
  const share = novelties.filter((novelty) => novelty > 0.9).length / novelties.length
  expect(share).toBeGreaterThan(0.05)
  expect(share).toBeLessThan(0.15)
})

test('a judged picture is not novel, one that is far from all of them is, and few pictures show nothing', () => {
  const frames = Array.from({ length: 12 }, ordinary)
  const [first = far] = frames
  const familiarity = familiarityOf(frames)
  expect(surroundingsOf(familiarity, [0], frames, first)).toEqual({ novelty: 0, strangeness: 0, isLikeGood: true })
  expect(surroundingsOf(familiarity, [1], frames, first)).toEqual({ novelty: 0, strangeness: 0, isLikeGood: false })
  const strange = surroundingsOf(
    familiarity,
    frames.map((_, i) => i),
    frames,
    far,
  )
  expect(strange.novelty).toBeGreaterThan(0.99)
  expect(strange.strangeness).toBeGreaterThan(3)
  expect(strange.isLikeGood).toBe(false)
  const few = frames.slice(0, familiarPicturesMin - 1)
  expect(familiarityOf(few)).toBeUndefined()
  expect(surroundingsOf(undefined, [0], few, far)).toEqual({ novelty: 0, strangeness: 0, isLikeGood: false })
  expect(surroundingsOf(undefined, [0], few, first)).toEqual({ novelty: 0, strangeness: 0, isLikeGood: true })
  expect(surroundingsOf(undefined, [], [], far)).toEqual({ novelty: 0, strangeness: 0, isLikeGood: false })
})
