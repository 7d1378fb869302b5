import { describe, expect, it } from 'vitest'
import { type Element, elementsPerListMax } from '../../profile/schema.ts'
import { consistencyOf } from './consistency.ts'
import { namePictures } from './picture-names.ts'
import { trainingExamplesOf } from './training-examples.ts'

function consistency(comparisons: readonly [string, string, string][], exemplars: readonly Element[] = []) {
  const elements = comparisons.map(([frameA, frameB, winner], i) => ({ id: `c${i}`, frameA, frameB, winner }))
  const { byDimension } = trainingExamplesOf({ constraints: [], exemplars, comparisons: elements })
  return consistencyOf(
    namePictures(byDimension).examples.get('aesthetics') ?? { labels: [], comparisons: [], constraints: [] },
  )
}

describe('how consistent judgements are', () => {
  it('an order of three is transitive', () => {
    const found = consistency([
      ['a', 'b', 'a'],
      ['b', 'c', 'b'],
      ['a', 'c', 'a'],
    ])
    expect(found).toEqual({
      contradictoryComparisons: [],
      contradictoryLabels: [],
      repeatAgreement: null,
      transitivity: 1,
      cycles: [],
      groups: 1,
    })
  })

  it('judgements of the same pair agree or not, whichever frame comes first', () => {
    const found = consistency([
      ['a', 'b', 'a'],
      ['b', 'a', 'a'],
      ['a', 'b', 'tie'],
      ['c', 'd', 'tie'],
      ['d', 'c', 'tie'],
      ['a', 'd', 'a'],
    ])
    expect(found.repeatAgreement).toBe(2 / 3)
  })

  it('three frames preferred in a cycle are reported and not transitive', () => {
    const found = consistency([
      ['a', 'b', 'a'],
      ['b', 'c', 'b'],
      ['c', 'a', 'c'],
      ['a', 'z', 'a'],
    ])
    expect([found.transitivity, found.cycles]).toEqual([0, [['c0', 'c1', 'c2']]])
  })

  it('a pair that was judged both ways is a contradiction, whichever side it was shown on', () => {
    const found = consistency([
      ['a', 'b', 'a'],
      ['b', 'a', 'b'],
      ['b', 'a', 'tie'],
    ])
    expect(found.contradictoryComparisons).toEqual([['c0', 'c1', 'c2']])
  })

  it('a picture that is labelled good and bad is a contradiction', () => {
    const found = consistency(
      [],
      [
        { id: 'e1', label: 'good', url: 'https://a/1' },
        { id: 'e2', label: 'bad', url: 'https://a/1' },
        { id: 'e3', label: 'bad', url: 'https://a/3' },
      ],
    )
    expect(found.contradictoryLabels).toEqual([['e1', 'e2']])
  })

  it('people who differ do not contradict each other, and their preferences make no cycle', () => {
    const label = (elementId: string, good: boolean, by?: string) => ({
      ...{ elementId, picture: 'a', good, weight: 1 },
      ...(by !== undefined && { by }),
    })
    const pair = (elementId: string, a: string, b: string, by: string) => ({
      ...{ elementId, a, b, outcome: 1, weight: 1, by },
    })
    const found = consistencyOf({
      labels: [label('e1', true, 'ann'), label('e2', false, 'ben'), label('e3', false), label('e4', false, 'ann')],
      comparisons: [
        pair('c1', 'a', 'b', 'ann'),
        pair('c2', 'b', 'a', 'ben'),
        pair('c3', 'b', 'c', 'ann'),
        pair('c4', 'c', 'a', 'ben'),
      ],
      constraints: [],
    })
    expect(found).toEqual({
      contradictoryComparisons: [],
      contradictoryLabels: [['e1', 'e4']],
      repeatAgreement: null,
      transitivity: null,
      cycles: [],
      groups: 1,
    })
  })

  it('frames that no comparison joins are counted as groups, and without three compared frames there is no transitivity', () => {
    const found = consistency([
      ['a', 'b', 'a'],
      ['c', 'd', 'tie'],
    ])
    expect([found.groups, found.transitivity]).toEqual([2, null])
  })

  it('a chain of ten thousand frames does not exhaust the stack', () => {
    const chain = Array.from({ length: 10_000 }, (_, i): [string, string, string] => [`f${i}`, `f${i + 1}`, `f${i}`])
    expect(consistency(chain)).toMatchObject({ groups: 1, cycles: [] })
  })

  it('a frame that lost all 20,000 comparisons is checked in time proportional to them', { timeout: 8000 }, () => {
    const star = Array.from({ length: elementsPerListMax }, (_, i): [string, string, string] => [
      `f${i}`,
      'loser',
      `f${i}`,
    ])
    expect(consistency(star)).toMatchObject({ groups: 1, cycles: [], transitivity: null })
  })
})
