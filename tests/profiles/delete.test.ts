import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import { describe, expect, it } from 'vitest'
import { engines, type TestService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, commit, createProfile, problemOf, read, succeed, version } from './profile-requests.ts'

describe.each(engines)('deleting a profile on %s', (engine) => {
  const service = useService(engine)

  async function createWithHistory(): Promise<string> {
    const id = await createProfile(service)
    await change(service, id, {
      versions: [version({ id: 'v1' }), version({ id: 'v2', parent: 'v1' })],
      workingChanges: { constraints: [{ id: 'w' }] },
    })
    return id
  }
  const remove = (id: string) => service.call('DELETE', `/v1/profiles/${id}`)

  it('answers 200 {success: true}; afterwards the profile does not exist for any operation', async () => {
    const id = await createWithHistory()
    expect(succeed(await remove(id)).body).toEqual({ success: true })
    for (const path of ['', '/export', '/versions', '/versions/v1', '/diff?from=v1&to=v2']) {
      expect(problemOf(await service.call('GET', `/v1/profiles/${id}${path}`))).toEqual([404, 'profile_not_found'])
    }
    expect(problemOf(await remove(id))).toEqual([404, 'profile_not_found'])
    const { profiles } = (await service.call('GET', '/v1/profiles')).body
    expect(profiles.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  it('removes everything: no row of the profile is left in any table', async () => {
    const id = await createWithHistory()
    const count = { profiles: 1, versions: 2, objects: 7 }
    expect(await rowsOf(service, id)).toEqual(count)
    succeed(await remove(id))
    expect(await rowsOf(service, id)).toEqual({ profiles: 0, versions: 0, objects: 0 })
  })

  it('does not affect other profiles, even those with equal elements', async () => {
    const [id, other] = [await createWithHistory(), await createWithHistory()]
    const before = await read(service, other)
    succeed(await remove(id))
    expect(await read(service, other)).toEqual(before)
    expect(await rowsOf(service, other)).toEqual({ profiles: 1, versions: 2, objects: 7 })
  })

  it('a commit after the deletion is 404 and restores nothing', async () => {
    const id = await createWithHistory()
    succeed(await remove(id))
    const late = await service.call('PATCH', `/v1/profiles/${id}`, {
      body: { profileData: { versions: [version({ id: 'v3', parent: 'v2' })] } },
    })
    expect(problemOf(late)).toEqual([404, 'profile_not_found'])
    expect(await rowsOf(service, id)).toEqual({ profiles: 0, versions: 0, objects: 0 })
  })

  it('versions with equal states share their stored objects', async () => {
    const id = await createWithHistory()
    const { snapshot } = version({ id: 'v2' })
    await commit(service, id, { id: 'v3', parent: 'v2', snapshot })
    expect(await rowsOf(service, id)).toEqual({ profiles: 1, versions: 3, objects: 7 })
  })
})

/** The number of rows of the profile in each table. */
async function rowsOf(service: TestService, profileId: string) {
  const store = await openStore(readConfig(service.home.env))
  const count = async (table: keyof Schema & ('profiles' | 'versions' | 'objects')) => {
    const column = table === 'profiles' ? 'id' : 'profile_id'
    const rows = await store.read
      .selectFrom(table)
      .selectAll()
      .where(column as never, '=', profileId as never)
      .execute()
    return rows.length
  }
  const counts = {
    profiles: await count('profiles'),
    versions: await count('versions'),
    objects: await count('objects'),
  }
  await store.close()
  return counts
}
