import { expect, test } from 'vitest'
import { describeJudgements, describePerson } from './describe-people.ts'

test('a person is described by what there is enough to tell', () => {
  const agreement = { team: 0.784, self: null }
  expect(describePerson({ agreement, differs: ['darker', 'with more texture'] })).toBe(
    'Agrees with the others on 78 %. Likes it darker and with more texture than the rest of the team.',
  )
  expect(describePerson({ agreement: { team: null, self: 0.9 }, differs: [] })).toBe(
    'Judges the same again 90 % of the time.',
  )
  expect(describePerson({ agreement: { team: null, self: null }, differs: [] })).toBe('')
})

test('judgements are counted by what they are about', () => {
  const count = (labels: number, comparisons: number, questions: number) =>
    describeJudgements({ judgements: { labels, comparisons, questions } })
  expect([count(16, 1, 0), count(0, 0, 2), count(1, 2, 3)]).toEqual([
    'Has judged 16 pictures and 1 pair',
    'Has answered 2 questions',
    'Has judged 1 picture and 2 pairs, and answered 3 questions',
  ])
})
