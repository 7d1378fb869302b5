import { expect, test } from 'vitest'
import type { PictureFeatures } from '../model/fit-input.ts'
import { copiesMax, firstCopiesMax, type Judge, suggestedChanges, tryChanges } from './advice.ts'
import { type ChangeName, changeNames, changeOf, type TryableChange } from './changes.ts'

/** Says that each copy changes the score by the gain of its change. */
function judgeWith(gainOf: (change: ChangeName) => number, departures: Judge['departures'] = []): Judge {
  return {
    departures,
    gainsOf: (copies) => copies.map(({ change }) => ({ gain: gainOf(change), chance: 0.9 })),
  }
}

function reading(means: (change: ChangeName) => boolean = () => true) {
  const rounds: {
    readonly changes: readonly ChangeName[]
    readonly amounts: readonly number[]
    readonly max: number
  }[] = []
  const read = async (changes: readonly TryableChange[], max: number) => {
    rounds.push({ changes: changes.map(({ change }) => change), amounts: changes.map(({ amount }) => amount), max })
    const copies = changes.filter(({ change }) => means(change)).slice(0, max)
    return copies.map((one) => ({ ...one, features: one as unknown as PictureFeatures }))
  }
  return { rounds, read }
}

test('reads a dozen copies: small steps, then away from what lowers the score, and against what raises it', async () => {
  const { rounds, read } = reading()
  const [tried = []] = await tryChanges([judgeWith((change) => (change === 'lighter' ? -0.2 : 0.1))], read)
  expect(rounds.map(({ max }) => max)).toEqual([firstCopiesMax, copiesMax - firstCopiesMax])
  expect(new Set(rounds[0]?.amounts)).toEqual(new Set([0.5]))
  expect(rounds[1]?.changes.slice(0, 4)).toEqual(['darker', 'less_space', 'more_elements', 'more_colours'])
  expect(rounds[1]?.amounts.slice(0, 4)).toEqual([0.5, 0.5, 0.5, 0.5])
  expect(tried).toHaveLength(copiesMax)
  expect(new Set(tried.map(({ change, amount }) => `${change} ${amount}`)).size).toBe(copiesMax)
})

test('takes a large step where one helps and few others do', async () => {
  const { rounds, read } = reading((change) => ['lighter', 'darker', 'softer'].includes(change))
  const [tried = []] = await tryChanges([judgeWith((change) => (change === 'lighter' ? 0.2 : -0.1))], read)
  expect(rounds[1]?.changes.slice(0, 3)).toEqual(['sharper', 'darker', 'lighter'])
  expect(tried.filter(({ change }) => change === 'lighter').map(({ amount }) => amount)).toEqual([0.5, 1])
})

test('what also helps when it is turned around is no advice, nor is what was not turned around', () => {
  const tried = (change: ChangeName, gain: number) => ({ change, amount: 0.5, gain, chance: 0.9 })
  const suggested = (...all: readonly ReturnType<typeof tried>[]) =>
    suggestedChanges(all, []).map(({ change }) => change)
  expect(suggested(tried('lighter', 0.2), tried('darker', 0.09))).toEqual(['lighter'])
  expect(suggested(tried('lighter', 0.2), tried('darker', 0.15))).toEqual([])
  expect(suggested(tried('lighter', 0.2), tried('warmer', 0.1))).toEqual([])
  expect(suggested(tried('crop_closer', 0.2))).toEqual(['crop_closer'])
})

test('begins with what mends a difference, and never tries what adds to one', async () => {
  const { rounds, read } = reading()
  await tryChanges([judgeWith(() => -0.1, [{ attribute: 'warmth', wantsMore: false }])], read)
  expect(rounds[0]?.changes[0]).toBe('cooler')
  expect(rounds.flatMap(({ changes }) => changes)).not.toContain('warmer')
})

test('judges in several dimensions share the copies', async () => {
  const { read } = reading()
  const judges = [judgeWith(() => 0.1), judgeWith(() => -0.1, [{ attribute: 'texture', wantsMore: true }])]
  const tried = await tryChanges(judges, read)
  expect(tried.map(({ length }) => length)).toEqual([copiesMax, copiesMax])
  expect(tried[1]?.map(({ change }) => change)).toContain('more_texture')
})

test('asks for nothing more if no copy can be read, and for nothing without a judge', async () => {
  const { rounds, read } = reading(() => false)
  expect(await tryChanges([judgeWith(() => 0)], read)).toEqual([[]])
  expect(rounds).toHaveLength(1)
  expect(await tryChanges([], read)).toEqual([])
  expect(rounds).toHaveLength(1)
})

test('the opposite of an opposite is the change itself, and they move attributes in opposite ways', () => {
  for (const name of changeNames) {
    const { opposite, moves } = changeOf(name)
    if (opposite === undefined) continue
    expect(changeOf(opposite).opposite).toBe(name)
    for (const [attribute, way] of Object.entries(moves)) {
      expect(changeOf(opposite).moves).toHaveProperty(attribute, -way)
    }
  }
})
