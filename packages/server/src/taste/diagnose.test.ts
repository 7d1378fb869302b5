import { judgementsMin } from '@palate/core/taste/validation/validate.ts'
import { expect, test } from 'vitest'
import type { State } from '../ports/states.ts'
import { diagnose } from './diagnose.ts'

function labelsOf(count: number) {
  return Array.from({ length: count }, (_, i) => ({ elementId: `e${i}`, picture: `p${i}`, good: true, weight: 1 }))
}

test('a dimension with too few judgements is not validated', async () => {
  const validated: string[] = []
  const models = {
    async validation(_: unknown, dimension: string) {
      validated.push(dimension)
      return { heldOut: null, learningCurve: [] }
    },
    agreement: async () => null,
  }
  const examplesOf = (count: number) => ({ labels: labelsOf(count), comparisons: [], constraints: [] })
  const trainingSet = {
    profileId: 'prof',
    seed: null,
    examples: new Map([
      ['few', examplesOf(judgementsMin - 1)],
      ['enough', examplesOf(judgementsMin)],
    ]),
    pictures: new Map(),
    unusable: [],
    fingerprint: 'f',
  }
  const state = { accountId: 'a', profileId: 'p', versionId: null, seed: null } as unknown as State
  const signal = new AbortController().signal
  const { dimensions } = await diagnose({ models, embedderId: 'e' }, state, trainingSet, [], new Map(), signal)
  expect(dimensions.map(({ name, selfPrediction }) => [name, selfPrediction])).toEqual([
    ['few', null],
    ['enough', null],
  ])
  expect(new Set(validated)).toEqual(new Set(['enough']))
})
