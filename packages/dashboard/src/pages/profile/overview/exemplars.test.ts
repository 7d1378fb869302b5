import type { Profile } from '@palate/client'
import { expect, test } from 'vitest'
import { labelledPictures, shownConstraints, shownExemplars } from './exemplars.ts'

const empty = { constraints: [], exemplars: [], comparisons: [] }

function profile(committed: object, working: object): Profile {
  return {
    effectiveSnapshot: { ...empty, ...committed },
    profileData: { workingChanges: { ...empty, ...working } },
  } as unknown as Profile
}

test('uncommitted labels come first and replace or remove committed ones', () => {
  const shown = shownExemplars(
    profile(
      {
        exemplars: [
          { id: 'a', label: 'good', url: 'frame:frm_1' },
          { id: 'b', label: 'good', url: 'https://example.com/b.jpg' },
          { id: 'c', label: 'bad', imageData: 'data:image/png;base64,AA' },
        ],
      },
      {
        exemplars: [
          { id: 'a', label: 'bad', url: 'frame:frm_1' },
          { id: 'c', removed: true },
          { id: 'd', label: 'good' },
        ],
      },
    ),
    [{ elementId: 'b', kind: 'exemplars', status: 'unusable', reason: 'no answer' }],
  )
  expect(shown).toMatchObject([
    { id: 'd', label: 'good', src: null, reason: undefined, isUncommitted: true },
    { id: 'b', label: 'good', src: null, reason: 'no answer', isUncommitted: false },
    { id: 'a', label: 'bad', src: '/api/frames/frm_1/thumbnail', reason: undefined, isUncommitted: true },
  ])
})

test('a picture that was read is shown by its thumbnail, never from its own URL', () => {
  const [shown] = shownExemplars(
    profile({ exemplars: [{ id: 'a', label: 'good', url: 'https://example.com/a.jpg' }] }, {}),
    [{ elementId: 'a', kind: 'exemplars', status: 'read', thumbnail: '/v1/thumbnails/x' }],
  )
  expect([shown?.src, shown?.whole]).toEqual(['/v1/thumbnails/x', '/v1/thumbnails/x?size=large'])
})

test('answers come from the head with the uncommitted changes', () => {
  const shown = shownConstraints(
    profile(
      {
        constraints: [
          { id: 'q1', answer: 'warm' },
          { id: 'q2', answer: 'quiet' },
        ],
      },
      {
        constraints: [
          { id: 'q1', answer: 'cool' },
          { id: 'q2', removed: true },
        ],
      },
    ),
  )
  expect(shown).toEqual([{ id: 'q1', answer: 'cool' }])
})

test('the same label of a picture by several people is one picture with all of them', () => {
  const url = 'frame:frm_1'
  const exemplars = [
    { id: 'a', label: 'good', url, by: 'per_a' },
    { id: 'b', label: 'good', url, by: 'per_b' },
    { id: 'c', label: 'good', url, by: 'per_b', dimension: 'usability' },
    { id: 'd', label: 'good', url },
    { id: 'e', label: 'good', url },
  ]
  const pictures = labelledPictures(shownExemplars(profile({ exemplars }, {}), []))
  expect(pictures.map(({ shown, by }) => [shown.id, by])).toEqual([
    ['e', []],
    ['d', []],
    ['c', ['per_b']],
    ['b', ['per_b', 'per_a']],
  ])
})
