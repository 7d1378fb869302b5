import { expect, test } from 'vitest'
import { createProfile } from './create.ts'
import { eventsOf } from './events.ts'
import { versionsPerPatchMax } from './history/commit.ts'
import { branchesPerProfileMax, type Version } from './schema.ts'
import { emptySnapshot } from './snapshot.ts'

const now = '2026-01-01T00:00:00.000Z'

test('the events of many commits on many branches are made in one pass over the commits', () => {
  let reads = 0
  const added = Array.from({ length: versionsPerPatchMax }, (_, i): Version => {
    const branchId = `b${i % branchesPerProfileMax}`
    return {
      get id() {
        reads += 1
        return `v${i}`
      },
      get branchId() {
        reads += 1
        return branchId
      },
      parentVersionId: i > 0 ? `v${i - 1}` : null,
      message: '',
      createdAt: now,
      snapshot: { ...emptySnapshot, constraints: [{ id: `c${i}`, answer: 'warm' }] },
    }
  })
  const { profile: before } = createProfile({ projectId: 'studio', name: 'Taste' }, 'prof_1', now)
  const branches = Array.from({ length: branchesPerProfileMax }, (_, i) => ({
    id: `b${i}`,
    name: `b${i}`,
    headVersionId: null,
    startVersionId: null,
    createdAt: now,
  }))
  const after = { ...before, branches: branches.map((branch, i) => ({ ...branch, headVersionId: `v${i}` })) }
  const change = { before: { ...before, branches }, after, added, stateAt: () => undefined, links: new Map() }
  const events = eventsOf(change)
  expect(events.filter(({ type }) => type === 'profile.committed')).toHaveLength(added.length)
  expect(events.filter(({ type }) => type === 'annotation.completed')).toHaveLength(added.length)
  // A search through the commits for each commit or branch would read half a million ids.
  expect(reads).toBeLessThan(20 * added.length)
})
