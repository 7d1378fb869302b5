import { expect, test } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { type ConcurrentClients, commitOf, newProfile } from './concurrent-clients.ts'

const reads = [
  '',
  '?snapshots=omit',
  '/export',
  '/versions',
  '/versions/v2',
  '/diff?from=v1&to=working',
  '/diagnostics',
]
const rounds = 3

export function testDeletionRaces({ race, call }: ConcurrentClients): void {
  test('reading a profile that is being deleted returns a complete response or 404', async () => {
    for (let round = 0; round < rounds; round++) {
      const path = await newProfile(call)
      await call('PATCH', path, { body: commitOf('v1', null) })
      await call('PATCH', path, { body: commitOf('v2', 'v1') })
      const answers = await race(4 * reads.length + 1, (ask, i) =>
        i === 2 * reads.length ? ask('DELETE', path) : ask('GET', path + reads[i % reads.length]),
      )
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        // A request that found the profile and then missed a version reports the version.
        const code = answer.body.code === 'version_not_found' ? 'version_not_found' : 'profile_not_found'
        expectProblem(answer, 404, code)
      }
      for (const { status, body } of answers.filter((_, i) => i % reads.length === 0 && i !== 2 * reads.length)) {
        if (status === 200) expect(body.profileData.versions).toHaveLength(2)
      }
    }
  })
}
