import { expect, test } from 'vitest'
import type { TasteFrame } from '../gaussian-process/observations.ts'
import { fitTaste, predictTaste, tasteSettings } from '../gaussian-process/preference.ts'
import { pooledNumbersMax, pooledUtility, poolTastes, readPooledTaste, writePooledTaste } from './pooled.ts'

const frame = (x: number, priorMean: number): TasteFrame => ({
  coordinates: { axes: Float32Array.of(x, x / 2), directions: Float32Array.of(Math.sin(x)) },
  priorMean,
})
const frames = Array.from({ length: 12 }, (_, i) => frame(i, Math.cos(i)))

/** An owner who likes every nth picture. */
const ownerOf = (n: number) =>
  fitTaste({
    frames,
    labels: [],
    comparisons: frames.map((_, i) => ({ a: i, b: (i + 5) % 12, outcome: i % n === 0 ? 1 : 0 })),
  })
const usual = tasteSettings.agreement[0]?.mean ?? 0

test('it is the mean of what the owners’ judgements added, including three imaginary owners without taste', () => {
  const owners = [ownerOf(2), ownerOf(3)]
  const pooled = poolTastes(owners)
  // Pictures that were not judged: the picture-specific effect is not pooled.
  for (const x of [0.5, 3.4, 7.5, 30]) {
    const target = frame(x, Math.sin(3 * x))
    const added = owners.map((owner) => predictTaste(owner, target).learnedPart)
    const mean = added.reduce((sum, one) => sum + one, 0) / (owners.length + 3)
    expect(pooledUtility(pooled, target.coordinates, target.priorMean)).toBeCloseTo(mean / usual, 5)
  }
})

test('pictures that several owners judged are one point, and there are at most five hundred of 96 axes', () => {
  expect(poolTastes([ownerOf(2), ownerOf(3)]).points).toHaveLength(12)
  const many = Array.from({ length: 520 }, (_, i) => ({
    ...frame(i, 0),
    coordinates: { axes: Float32Array.from({ length: 96 }, () => i), directions: new Float32Array(0) },
  }))
  const labels = many.map((_, i) => ({ frame: i, good: i % 2 === 0 }))
  const { frames: kept, ...one } = fitTaste({ frames: many.slice(0, 4), labels: labels.slice(0, 4), comparisons: [] })
  const model = { ...one, frames: [...kept, ...many.slice(4)] }
  expect(poolTastes([model]).points).toHaveLength(pooledNumbersMax / 96)
})

test('a pooled taste can be written and read back with 16-bit precision, the same every time', () => {
  const pooled = poolTastes([ownerOf(2)])
  const text = writePooledTaste(pooled)
  const read = readPooledTaste(text)
  const { coordinates } = frame(0.7, 1)
  expect(pooledUtility(read, coordinates, 1)).toBeCloseTo(pooledUtility(pooled, coordinates, 1), 3)
  expect(readPooledTaste(text)).toEqual(read)
})
