import type { ProfileSummary } from '@palate/client'
import { expect, test } from 'vitest'
import { describeKnowledge, groupProfiles, tintOf } from './profile-groups.ts'

function profile(id: string, projectId: string, name: string, day: number, seed: string | null = null): ProfileSummary {
  const at = `2026-01-0${day}T00:00:00Z`
  return { id, projectId, name, seed, createdAt: at, updatedAt: at }
}

const profiles = [
  profile('p1', 'web', 'Brand', 1, 'calm and warm'),
  profile('p2', 'web', 'Covers', 2),
  profile('p3', 'app', 'Brand', 3),
]
const ids = (search: string, project = '') =>
  groupProfiles(profiles, search, project).map((group) => [group.projectId, ...group.profiles.map(({ id }) => id)])

test('projects and their profiles are sorted by last change', () => {
  expect(ids('')).toEqual([
    ['app', 'p3'],
    ['web', 'p2', 'p1'],
  ])
})

test('every search word must occur in the name, the project or the seed', () => {
  expect(ids('BRAND')).toEqual([
    ['app', 'p3'],
    ['web', 'p1'],
  ])
  expect(ids('brand warm')).toEqual([['web', 'p1']])
  expect(ids('brand xyz')).toEqual([])
})

test('one project can be chosen', () => {
  expect(ids('', 'web')).toEqual([['web', 'p2', 'p1']])
})

test('a card says how many pictures are good and how well the profile predicts', () => {
  const evidence = { good: { total: 10, passed: 9 }, bad: { total: 8, passed: 1 } }
  const thresholds = { aesthetics: { pass: 0.5, fail: 0.3, source: 'learned' as const, evidence } }
  expect(describeKnowledge({ thresholds, predicts: { accuracy: 0.76, judgements: 18 } })).toBe(
    '10 good · knows you 76 %',
  )
  expect(describeKnowledge({ thresholds, predicts: null })).toBe('10 good')
  expect(describeKnowledge({ thresholds: {}, predicts: null })).toBe('')
})

test('tints of different names differ', () => {
  const names = ['Brand', 'Covers', 'Editorial', 'Warm', 'Bold', 'Summer']
  expect(new Set(names.map(tintOf)).size).toBeGreaterThan(3)
  expect(tintOf('Brand')).toBe(tintOf('Brand'))
})
