import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { pixel } from '../properties/operation-requests.ts'

const service = useService('sqlite')

test('CHANGELOG.md names the model of this version: whoever changes it says how far scores have moved', async () => {
  const body = {
    profile_id: await createProfile(service),
    frames: [{ id: 'f', url: pixel }],
    dimensions: ['brightness'],
  }
  const { model } = (await service.call('POST', '/v1/score', { body })).body
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(changelog).toContain(`\`${model}\``)
})
