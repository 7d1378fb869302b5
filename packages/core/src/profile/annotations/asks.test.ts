import { expect, test } from 'vitest'
import { answersIn, choiceOf } from './asks.ts'

const sideOf = (url: unknown, dimension: unknown) =>
  dimension === undefined && (url === 'first' || url === 'second') ? url : undefined
const a = { id: 'A', url: 'first' }
const b = { id: 'B', url: 'second' }
const comparing = (more: object) => ({
  constraints: [],
  exemplars: [],
  comparisons: [{ id: 'c', frameA: a, frameB: b, winner: 'A', ...more }],
})
const labelling = (...labels: readonly (readonly [url: string, label: string])[]) => ({
  constraints: [],
  exemplars: labels.map(([url, label], i) => ({ id: `e${i}`, url, label })),
  comparisons: [],
})

test.each([
  ['first', comparing({})],
  ['second', comparing({ winner: 'B' })],
  ['second', comparing({ frameA: b, frameB: a, winner: 'B' })],
  ['no difference', comparing({ winner: 'tie' })],
  ['both good', labelling(['first', 'good'], ['second', 'good'])],
  ['both bad', labelling(['second', 'bad'], ['first', 'bad'])],
])('a judgement of the two pictures is the choice %s', (choice, elements) => {
  expect(choiceOf(elements, sideOf)).toBe(choice)
})

test.each([
  ['another picture', comparing({ frameB: { id: 'B', url: 'third' } })],
  ['the same picture twice', comparing({ frameB: { id: 'B', url: 'first' } })],
  ['bare ids', comparing({ frameA: 'A', frameB: 'B' })],
  ['a winner that is neither', comparing({ winner: 'C' })],
  ['another dimension', comparing({ dimension: 'calm' })],
  ['two labels that differ', labelling(['first', 'good'], ['second', 'bad'])],
  ['one label', labelling(['first', 'good'])],
  ['two labels of one picture', labelling(['first', 'good'], ['first', 'good'])],
  ['more than what was asked', { ...comparing({}), constraints: [{ id: 'q' }] }],
  ['nothing', labelling()],
])('a judgement about %s is no answer', (_name, elements) => {
  expect(choiceOf(elements, sideOf)).toBeUndefined()
})

test('the elements of a request are grouped by question, and other values of askId are left alone', () => {
  const [one, two] = ['1', '2'].map((digit) => `ask_${digit.repeat(32)}`)
  const exemplars = [{ id: 'a', askId: one }, { id: 'b', askId: two }, { id: 'c', askId: 'mine' }, { id: 'd' }]
  const comparisons = [{ id: 'e', askId: one }]
  expect([...answersIn({ constraints: [], exemplars, comparisons })]).toEqual([
    [one, { constraints: [], exemplars: [exemplars[0]], comparisons }],
    [two, { constraints: [], exemplars: [exemplars[1]], comparisons: [] }],
  ])
})
