import { expect, test } from 'vitest'
import { eventNames } from '../../api/event-names.ts'
import { describeEvent, type EventNames, pageOf } from './describe-event.ts'

const branches: Readonly<Record<string, string>> = { main: 'main', br_1: 'evening-issue' }
const names: EventNames = {
  profile: (id) => (id === 'p' ? 'Brand' : undefined),
  branch: (_, id) => branches[String(id)],
}

test('an event is described in a sentence', () => {
  const told = (type: string, data: object) =>
    describeEvent({ type, data } as Parameters<typeof describeEvent>[0], names)
  expect(told('profile.updated', { name: 'Brand', changes: ['name', 'seed', 'workingChanges'] })).toBe(
    'Profile Brand changed: name, description and judgements',
  )
  const switched = { profileId: 'p', fromBranchId: 'main', toBranchId: 'br_1' }
  expect(told('profile.branch_switched', switched)).toBe('Brand: main → evening-issue')
  expect(told('profile.branch_switched', { ...switched, author: { keyId: 'key_1', name: 'Website' } })).toBe(
    'Brand: main → evening-issue, by Website',
  )
  expect(told('profile.rolled_back', { branchId: 'br_gone' })).toBe('Rolled back another branch')
  expect(told('annotation.completed', { counts: { constraints: 0, exemplars: 2, comparisons: 1 } })).toBe(
    'Taught: 2 labels and 1 comparison',
  )
  expect(told('score.batch_completed', { counts: { total: 3, succeeded: 2 } })).toBe(
    'A batch finished: 2 of 3 pictures scored',
  )
  expect(told('quality.alert', { kind: 'scores', dimension: 'aesthetics', mean: 0.4, below: 0.5 })).toBe(
    'Scores fell: the mean aesthetics is 40 %, below 50 %',
  )
})

test('every type has a sentence, even if a later version omits fields', () => {
  for (const type of eventNames) {
    expect(describeEvent({ type, data: {} } as Parameters<typeof describeEvent>[0], names)).not.toBe('')
  }
})

test('an event links to its subject', () => {
  const href = (type: string, data: object) => pageOf({ type, data } as Parameters<typeof pageOf>[0])
  expect(href('profile.committed', { profileId: 'p', versionId: 'v' })).toBe('/profiles/p/history/v')
  expect(href('score.batch_completed', { profile_id: 'p' })).toBe('/profiles/p')
  expect(href('profile.deleted', { profileId: 'p' })).toBeUndefined()
  expect(href('api_key.created', {})).toBe('/keys')
  expect(href('webhook.test', {})).toBeUndefined()
})
