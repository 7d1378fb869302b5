import { describe } from 'vitest'
import { testCommitRaces } from './commits.ts'
import { settings, startConcurrentClients } from './concurrent-clients.ts'
import { testDeletionRaces } from './deletions.ts'
import { testUpdateRaces } from './updates.ts'

// In one file, so that the processes of a setting start once.
describe.each(settings)('requests that race: $setting', ({ engine, processes }) => {
  const clients = startConcurrentClients(engine, processes)
  describe('commits', () => testCommitRaces(clients))
  describe('updates', () => testUpdateRaces(clients))
  describe('deletions', () => testDeletionRaces(clients))
})
