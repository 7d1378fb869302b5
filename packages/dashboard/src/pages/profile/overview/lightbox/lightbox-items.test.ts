import type { Profile } from '@palate/client'
import { expect, test } from 'vitest'
import { comparisonsOf, neighbourOf } from './lightbox-items.ts'

test('comparisons name a picture by its URI, its frame or its element', () => {
  const frames = [{ id: 'x', url: 'frame:frm_1' }, 'frm_1', 'hero', 'lbl_1', 'other']
  const comparisons = frames.map((frameA, i) => ({ id: `c${i}`, frameA, frameB: 'another', winner: 'tie' }))
  const profile = {
    effectiveSnapshot: { comparisons },
    profileData: { workingChanges: { comparisons: [{ id: 'c1', removed: true }] } },
  } as unknown as Profile
  const found = comparisonsOf(profile, { id: 'lbl_1', frameId: 'hero', url: 'frame:frm_1', label: 'good' })
  expect(found.map(({ id }) => id)).toEqual(['c3', 'c2', 'c0'])
})

test('removed pictures are passed over, and the ends have no neighbour', () => {
  const left = [{ id: 'a' }, { id: 'c' }]
  expect(neighbourOf(['a', 'b', 'c'], left, 'a', 1)).toBe('c')
  expect(neighbourOf(['a', 'b', 'c'], left, 'b', -1)).toBe('a')
  expect(neighbourOf(['a', 'b', 'c'], left, 'c', 1)).toBeUndefined()
})
