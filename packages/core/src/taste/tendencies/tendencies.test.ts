import { expect, test } from 'vitest'
import { type Kind, valueAtRank } from '../attributes/kinds.ts'
import { quantiles } from '../attributes/quantiles.ts'
import { rankedPicture } from '../attributes/ranked-picture.ts'
import { attributes, type Measured } from '../attributes.ts'
import { measuredTendenciesOf } from './measured-tendencies.ts'
import { type JudgedPicture, noTendencies, tendenciesOf } from './tendencies.ts'

const usual = Object.fromEntries(attributes.map(({ name }) => [name, quantiles[name][2]])) as Measured

function judged(preference: number, ranks: Readonly<Record<string, number>> = {}): JudgedPicture {
  return { attributes: rankedPicture(ranks), preference }
}

/** Multiplicative congruential generator: the same pictures on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function random(next: () => number, preference: number): JudgedPicture {
  const values = attributes.map(({ name }) => [name, valueAtRank(name, next(), usual)])
  return { attributes: Object.fromEntries(values) as Measured, preference }
}

test('coin flips have a tendency in at most a tenth of the profiles, however few pictures they judge', () => {
  const next = seeded(42)
  for (const count of [3, 8, 20]) {
    const claims = Array.from({ length: 300 }, () => {
      const pictures = Array.from({ length: 2 * count }, (_, i) => random(next, i < count ? 1 : -1))
      return tendenciesOf(pictures).list.length
    })
    expect(claims.filter((one) => one > 0).length / claims.length).toBeLessThanOrEqual(0.1)
    expect(claims.reduce((sum, one) => sum + one, 0) / claims.length).toBeLessThanOrEqual(0.3)
  }
})

test('what eight good and eight bad pictures are about is found', () => {
  const next = seeded(7)
  const isFound = Array.from({ length: 100 }, () => {
    const pictures = Array.from({ length: 16 }, (_, i) => {
      const { preference, attributes: measured } = random(next, i < 8 ? 1 : -1)
      const warmth = valueAtRank('warmth', i < 8 ? 0.67 + next() / 3 : 0.67 * next(), measured)
      return { preference, attributes: { ...measured, warmth } }
    })
    return tendenciesOf(pictures).list.some(({ attribute, wantsMore }) => attribute === 'warmth' && wantsMore)
  })
  expect(isFound.filter(Boolean).length).toBeGreaterThanOrEqual(85)
})

test('a tendency has the mean ranks of both sides, and how many pictures are on the liked side of their middle', () => {
  const good = [0.9, 0.8, 0.85, 0.95, 0.9, 0.8, 0.9, 0.1].map((warmth) => judged(1, { warmth }))
  const bad = [0.1, 0.2, 0.15, 0.05, 0.1, 0.2, 0.1, 0.9].map((warmth) => judged(-1, { warmth }))
  const { good: goodCount, bad: badCount, list } = tendenciesOf([...good, ...bad])
  expect([goodCount, badCount]).toEqual([8, 8])
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({
    ...{ attribute: 'warmth', wantsMore: true, isOwn: true },
    good: expect.closeTo(0.775),
    bad: expect.closeTo(0.225),
    effect: expect.closeTo((8 / 12) * 0.55),
    evidence: { good: { count: 7, of: 8 }, bad: { count: 1, of: 8 } },
  })
})

test('what only goes with something stronger is listed but is not a tendency of its own', () => {
  const ranks = [0.95, 0.9, 0.85, 0.8, 0.75, 0.9, 0.2, 0.15, 0.1, 0.05, 0.25, 0.1]
  const pictures = ranks.map((rank, i) => judged(i < 6 ? 1 : -1, { brightness: rank, saturation: 0.1 + 0.8 * rank }))
  const own = tendenciesOf(pictures).list.map(({ attribute, isOwn }) => [attribute, isOwn])
  expect(own).toEqual([
    ['brightness', true],
    ['saturation', false],
  ])
})

test('with one side only, pictures are compared with usual ones of their kind', () => {
  const { list } = tendenciesOf(Array.from({ length: 8 }, () => judged(-1, { clutter: 0.9 })))
  expect(list).toMatchObject([{ attribute: 'clutter', wantsMore: false, good: undefined, bad: expect.closeTo(0.9) }])
  expect(tendenciesOf(Array.from({ length: 8 }, () => judged(1))).list).toEqual([])
})

test('wins and losses count like labels, and what is neither does not', () => {
  const wins = Array.from({ length: 8 }, (_, i) => judged(i < 4 ? 2 : 1, { warmth: 0.9 }))
  const losses = Array.from({ length: 8 }, () => judged(-1, { warmth: 0.1 }))
  const { list, good } = tendenciesOf([...wins, ...losses, ...Array.from({ length: 9 }, () => judged(0, { neon: 1 }))])
  expect(list.map(({ attribute }) => attribute)).toEqual(['warmth'])
  expect(good).toBe(8)
  expect(tendenciesOf([])).toEqual(noTendencies)
})

test('the thirds are for photographs, and lines of text for screens', () => {
  const listFor = (kind: Kind, attribute: string) =>
    tendenciesOf([
      ...Array.from({ length: 9 }, () => ({ attributes: rankedPicture({ [attribute]: 0.9 }, kind), preference: 1 })),
      ...Array.from({ length: 9 }, () => ({ attributes: rankedPicture({ [attribute]: 0.5 }, kind), preference: -1 })),
    ])
  expect(listFor('screen', 'thirds_energy')).toMatchObject({ kind: 'screen', list: [] })
  expect(listFor('photograph', 'grid_alignment')).toMatchObject({ kind: 'photograph', list: [] })
  expect(listFor('photograph', 'thirds_energy').list).toHaveLength(1)
  expect(listFor('screen', 'text_density').list).toHaveLength(1)
})

test('every attribute has the means of good and bad pictures and the median of pictures in general', () => {
  const measured = (brightness: number, preference: number, thumbnail: string) => {
    return { attributes: { ...usual, brightness }, preference, thumbnail }
  }
  const good = [measured(0.1, 1, '/a'), measured(0.2, 1, '/b'), measured(0.2, 1, '/c')]
  const { pictures, attributes: means } = measuredTendenciesOf([...good, measured(0.9, -1, '/d')])
  expect(pictures).toEqual({ good: 3, bad: 1 })
  expect(means.map(({ attribute }) => attribute)).toEqual(attributes.map(({ name }) => name))
  expect(means[0]).toEqual({
    ...{ attribute: 'brightness', good: 0.1667, bad: 0.9, general: 0.553 },
    examples: { lowest: '/a', highest: '/c' },
  })
  expect(measuredTendenciesOf([]).attributes[0]).toEqual({
    attribute: 'brightness',
    good: null,
    bad: null,
    general: 0.553,
  })
})
