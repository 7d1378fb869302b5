import { expect, test } from 'vitest'
import { type Choices, choiceOf, choose, resolutionsOf } from './conflicts.ts'

const picture = { kind: 'exemplars', id: 'same' } as const
const answer = { kind: 'constraints', id: 'same' } as const

test('choices are keyed by kind and id, and the last one counts', () => {
  const none: Choices = new Map()
  const both = choose(choose(none, [picture, answer], 'ours'), [picture], 'theirs')
  expect([choiceOf(none, picture), choiceOf(both, picture), choiceOf(both, answer)]).toEqual([
    undefined,
    'theirs',
    'ours',
  ])
  expect(resolutionsOf(both)).toEqual({ exemplars: { same: 'theirs' }, constraints: { same: 'ours' } })
  expect(resolutionsOf(none)).toEqual({})
})
