import { expect, test } from 'vitest'
import { countJudged } from './judged-things.ts'

const label = (elementId: string, picture: string, good: boolean) => ({ elementId, picture, good, weight: 1 })
const pair = (elementId: string, a: string, b: string, outcome: number) => ({ elementId, a, b, outcome, weight: 1 })

test('a thing that was judged several times counts once, and the last label of a picture decides', () => {
  const judged = countJudged(
    {
      labels: [label('e1', 'a', true), label('e2', 'b', false), label('e3', 'a', false), label('e4', 'gone', true)],
      comparisons: [
        pair('c1', 'a', 'b', 1),
        pair('c2', 'b', 'a', 1),
        pair('c3', 'a', 'c', 0),
        pair('c4', 'gone', 'c', 1),
      ],
      constraints: [
        { id: 'q1', questionId: 'colour-temperature', answer: 'warm' },
        { id: 'q2', question: ' warm OR cool? ', answer: 'cool' },
        { id: 'q3', answer: 'calm' },
        { id: 'q4', answer: 'bold' },
      ],
    },
    new Set(['a', 'b', 'c']),
  )
  expect(judged).toEqual({ labels: { good: 0, bad: 2 }, comparisons: 2, constraints: 3 })
})

test('what two people judged counts once for each', () => {
  const judged = countJudged(
    {
      labels: [
        { ...label('e1', 'a', true), by: 'ann' },
        { ...label('e2', 'a', false), by: 'ben' },
        { ...label('e3', 'a', false), by: 'ann' },
      ],
      comparisons: [
        { ...pair('c1', 'a', 'b', 1), by: 'ann' },
        { ...pair('c2', 'b', 'a', 1), by: 'ben' },
      ],
      constraints: [
        { id: 'q1', questionId: 'colour-temperature', answer: 'warm', by: 'ann' },
        { id: 'q2', questionId: 'colour-temperature', answer: 'cool' },
      ],
    },
    new Set(['a', 'b']),
  )
  expect(judged).toEqual({ labels: { good: 0, bad: 2 }, comparisons: 2, constraints: 2 })
})
