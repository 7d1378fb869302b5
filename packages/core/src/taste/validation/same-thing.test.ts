import { expect, test } from 'vitest'
import { groupsOfSameThing } from './same-thing.ts'

const label = (picture: number, by?: string) => ({
  ...{ picture, good: true, weight: 1, elementId: `${picture} ${by}` },
  ...(by !== undefined && { by }),
})
const pair = (a: number, b: number, by?: string) => ({
  ...{ a, b, outcome: 1, weight: 1, elementId: `${a} ${b} ${by}` },
  ...(by !== undefined && { by }),
})

test('what several people said about a picture or a pair is never divided', () => {
  const labels = [label(0, 'ann'), label(1, 'ann'), label(0, 'ben'), label(2), label(0)]
  const comparisons = [pair(0, 1, 'ann'), pair(1, 0, 'ben'), pair(0, 2)]
  expect(groupsOfSameThing({ labels, comparisons })).toEqual([[0, 2, 4], [1], [3], [5, 6], [7]])
})

test('without people every judgement is on its own, so that figures of existing profiles stay as they were', () => {
  const labels = [label(0), label(0)]
  expect(groupsOfSameThing({ labels, comparisons: [pair(0, 1), pair(1, 0)] })).toEqual([[0], [1], [2], [3]])
})
