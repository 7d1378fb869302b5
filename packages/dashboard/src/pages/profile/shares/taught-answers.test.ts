import type { Profile, ShareAnswer, ShareWithAnswers } from '@palate/client'
import { expect, test } from 'vitest'
import { exemplarOf, taughtAnswers } from './taught-answers.ts'

const at = '2026-03-03T10:00:00.000Z'
const says = (picture: number, decision: ShareAnswer['decision'], author: string): ShareAnswer => ({
  ...{ id: `ans_${author}_${picture}`, at, picture, author, reviewer: `rev_${author}` },
  ...(decision && { decision }),
})
const pictures = [0, 1, 2, 3, 4].map((number) => ({
  number,
  name: `p${number}`,
  thumbnail: null,
  url: `frame:f${number}`,
}))
const share = {
  ...{ id: 'shr_1', title: 'Spring', pictures },
  answers: [
    ...[says(0, 'approve', 'Ann'), says(0, 'approve', 'Bo'), says(1, 'reject', 'Ann')],
    ...[says(2, 'approve', 'Ann'), says(2, 'reject', 'Bo'), says(3, 'approve', 'Ann'), says(3, 'undecided', 'Ann')],
  ],
} as unknown as ShareWithAnswers
const profileWith = (exemplars: readonly object[]) =>
  ({ effectiveSnapshot: { exemplars: [] }, profileData: { workingChanges: { exemplars } } }) as unknown as Profile

test('pictures on which all agree become judgements that say who decided', () => {
  const { answers, splitCount, taughtCount } = taughtAnswers(share, profileWith([]))
  expect(answers.map(({ picture, label, quote }) => [picture.number, label, quote])).toEqual([
    [0, 'good', '“Spring”: approved by Ann, Bo'],
    [1, 'bad', '“Spring”: rejected by Ann'],
  ])
  expect([splitCount, taughtCount]).toEqual([1, 0])
})

test('what a share has taught is not taught again, unless it was removed or the clients changed their mind', () => {
  const [first] = taughtAnswers(share, profileWith([])).answers
  if (!first) throw new Error('nothing is taught')
  const taught = { ...exemplarOf(first, 'frame:f0', 'shr_1'), id: 'el_1' }
  const left = (exemplar: object) =>
    taughtAnswers(share, profileWith([exemplar])).answers.map(({ picture }) => picture.number)
  expect(left(taught)).toEqual([1])
  expect(left({ ...taught, removed: true })).toEqual([0, 1])
  expect(left({ ...taught, label: 'bad' })).toEqual([0, 1])
  expect(left({ ...taught, shareId: 'shr_2' })).toEqual([0, 1])
})
