import type { Comparison, Exemplar, Profile, RecentFrame } from '@palate/client'
import { expect, test } from 'vitest'
import { subjectsOf } from './subjects.ts'

const profileWith = (exemplars: readonly Exemplar[], comparisons: readonly Comparison[] = [], removed: string[] = []) =>
  ({
    effectiveSnapshot: { exemplars, comparisons },
    profileData: { workingChanges: { exemplars: [], comparisons: removed.map((id) => ({ id, removed: true })) } },
  }) as unknown as Profile
const labelled = (id: string, url: string, more: Exemplar = {}): Exemplar => ({ id, url, label: 'good', ...more })
const read = (elementId: string, contentHash: string) =>
  ({ elementId, kind: 'exemplars', status: 'read', contentHash }) as const
const scored = (id: string, url: string | null, thumbnail: string) => ({ id, url, thumbnail }) as RecentFrame

test('labels of a picture are found by its address, in one dimension', () => {
  const profile = profileWith([
    labelled('a', 'https://x/a.png'),
    labelled('b', 'https://x/a.png', { dimension: 'mood' }),
  ])
  const { labelsOf } = subjectsOf(profile, [], [])
  expect(labelsOf({ url: 'https://x/a.png' }).map(({ id }) => id)).toEqual(['a'])
  expect(labelsOf({ url: 'https://x/a.png', dimension: 'mood' }).map(({ id }) => id)).toEqual(['b'])
  expect(labelsOf({ url: 'https://x/b.png' })).toEqual([])
})

test('labels of a picture are found by its content, whatever its address', () => {
  const profile = profileWith([labelled('a', 'frame:frm_1'), labelled('b', 'https://x/b.png')])
  const thumbnails = [read('a', '1'), read('b', '2')]
  const recent = [
    scored('https://x/a.png', 'https://x/a.png', '/v1/thumbnails/1'),
    scored('mine', null, '/v1/thumbnails/2'),
  ]
  const { labelsOf } = subjectsOf(profile, thumbnails, recent)
  expect(labelsOf({ url: 'https://x/a.png', frameId: 'x' }).map(({ id }) => id)).toEqual(['a'])
  expect(labelsOf({ frameId: 'mine' }).map(({ id }) => id)).toEqual(['b'])
})

test('comparisons name a picture by its URI, its frame or its element', () => {
  const frames = [{ id: 'x', url: 'frame:frm_1' }, 'frm_1', 'hero', 'lbl_1', 'other']
  const comparisons = frames.map((frameA, i) => ({ id: `c${i}`, frameA, frameB: 'another', winner: 'tie' }))
  const exemplar = labelled('lbl_1', 'frame:frm_1', { frameId: 'hero' })
  const { comparisonsOf } = subjectsOf(profileWith([exemplar], comparisons, ['c1']), [], [])
  expect(comparisonsOf(exemplar).map(({ id }) => id)).toEqual(['c3', 'c2', 'c0'])
})
