import { expect, test } from 'vitest'
import { eventNames } from '../../api/event-names.ts'
import { describeEvent, pageOf } from './describe-event.ts'

test('an event is described in a sentence', () => {
  const told = (type: string, data: object) => describeEvent({ type, data } as Parameters<typeof describeEvent>[0])
  expect(told('profile.updated', { name: 'Brand', changes: ['name', 'seed'] })).toBe(
    'Profile Brand changed: name and seed',
  )
  expect(told('annotation.completed', { counts: { constraints: 0, exemplars: 2, comparisons: 1 } })).toBe(
    'Taught: 2 labels and 1 comparison',
  )
  expect(told('score.batch_completed', { counts: { total: 3, succeeded: 2 } })).toBe(
    'A batch finished: 2 of 3 frames scored',
  )
  expect(told('quality.alert', { kind: 'scores', dimension: 'aesthetics', mean: 0.4, below: 0.5 })).toBe(
    'Scores fell: the mean aesthetics is 0.4, below 0.5',
  )
})

test('every type has a sentence, even if a later version omits fields', () => {
  for (const type of eventNames) {
    expect(describeEvent({ type, data: {} } as Parameters<typeof describeEvent>[0])).not.toBe('')
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
