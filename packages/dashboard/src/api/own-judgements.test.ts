import { expect, test } from 'vitest'
import { diffWithoutOthers, withoutOthers } from './own-judgements.ts'

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

test('a diff that they see has their own judgements alone', () => {
  const label = (id: string, by?: string) => ({ id, label: 'good' as const, ...(by !== undefined && { by }) })
  const nothing = { added: [], removed: [], changed: [] }
  const exemplars = {
    added: [label('a', 'ann'), label('b', 'ben'), label('t')],
    removed: [label('c', 'ben')],
    changed: [
      { id: 'd', from: label('d', 'ann'), to: label('d', 'ann') },
      { id: 'e', from: label('e', 'ben'), to: label('e', 'ben') },
    ],
  }
  const diff = { from: 'main', to: 'working', constraints: nothing, comparisons: nothing, exemplars }
  expect(diffWithoutOthers(diff, 'ann')).toEqual({
    ...diff,
    exemplars: { added: [exemplars.added[0]], removed: [], changed: [exemplars.changed[0]] },
  })
})
