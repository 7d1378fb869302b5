import type { ProfileSummary } from '@palate/client'
import { expect, test } from 'vitest'
import { groupProfiles } from './profile-groups.ts'

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

test('profiles are grouped by project, most recently changed first', () => {
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
