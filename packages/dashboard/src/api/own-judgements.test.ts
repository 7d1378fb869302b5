import { expect, test } from 'vitest'
import { withoutOthers } from './own-judgements.ts'

test('a person who only judges sees their own judgements and removal marks alone', () => {
  const label = (id: string, by?: string) => ({ id, label: 'good' as const, url: 'u', ...(by !== undefined && { by }) })
  const lists = (exemplars: object[]) => ({ constraints: [], comparisons: [], exemplars })
  const mark = { id: 'a', removed: true }
  const profile = {
    id: 'p',
    effectiveSnapshot: { ...lists([label('a', 'ann'), label('b', 'ben'), label('t')]), promptSummary: 'warm' },
    profileData: { workingChanges: lists([label('c', 'ben'), mark]), currentBranchId: 'main' },
  }
  expect(withoutOthers(profile as never, 'ann')).toEqual({
    id: 'p',
    effectiveSnapshot: { ...lists([label('a', 'ann')]), promptSummary: 'warm' },
    profileData: { workingChanges: lists([mark]), currentBranchId: 'main' },
  })
})
