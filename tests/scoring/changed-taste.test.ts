import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mood } from './pictures.ts'
import { diagnose, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

const [before, after] = [8, 6]

describe('a taste that turns into its opposite', () => {
  let stage: Stage
  let probes: Readonly<Record<'warm' | 'cold', string>>
  beforeAll(async () => {
    stage = await openStage('sqlite', { PALATE_POOLED_TASTE: 'off' })
    probes = { warm: await stage.picture('warm', 99), cold: await stage.picture('cold', 99) }
  })
  afterAll(() => stage.close())

  const labelled = async (label: 'good' | 'bad', mood: Mood, seeds: readonly number[], more: object = {}) =>
    Promise.all(
      seeds.map(async (seed) => ({ id: `${mood}${seed}`, url: await stage.picture(mood, seed), label, ...more })),
    )
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
  const inTurn = <Item>(items: readonly Item[], others: readonly Item[]) =>
    items.flatMap((item, i) => [item, others[i] as Item])

  const early = async () =>
    inTurn(await labelled('good', 'warm', numbers(0, before)), await labelled('bad', 'cold', numbers(0, before)))
  const late = async (good: 'warm' | 'cold', bad: 'warm' | 'cold') => {
    const seeds = numbers(before, before + after)
    return inTurn(await labelled('good', good, seeds), await labelled('bad', bad, seeds))
  }
  const scores = async (profile: string) => ({
    warm: await scoreOf(stage.service, profile, probes.warm),
    cold: await scoreOf(stage.service, profile, probes.cold),
  })

  test('follows the newer labels, and the diagnostics say which labels no longer teach', async () => {
    const profile = await profileWith(stage.service, {
      exemplars: [...(await early()), ...(await late('cold', 'warm'))],
    })
    const { warm, cold } = await scores(profile)
    expect(cold).toBeGreaterThan(warm + 0.2)
    const { dimensions } = await diagnose(stage.service, profile)
    const [{ changes, labels }] = dimensions
    expect(changes).toEqual([
      {
        since: `cold${before}`,
        earlier: (await early()).map(({ id }) => id),
        statement: expect.stringMatching(/^Your taste seems to have changed.*: the 16 labels before teach nothing now/),
      },
    ])
    expect(labels).toEqual({ good: after, bad: after })
  })

  test('of a taste that stays, all labels teach, in whichever order they were given', async () => {
    const all = [...(await early()), ...(await late('warm', 'cold'))]
    const goodFirst = all.toSorted((a, b) => Number(a.label === 'bad') - Number(b.label === 'bad'))
    for (const exemplars of [all, goodFirst]) {
      const profile = await profileWith(stage.service, { exemplars })
      const { dimensions } = await diagnose(stage.service, profile)
      expect(dimensions[0]).not.toHaveProperty('changes')
      expect(dimensions[0].labels).toEqual({ good: before + after, bad: before + after })
      const { warm, cold } = await scores(profile)
      expect(warm).toBeGreaterThan(cold + 0.2)
    }
  })
})
