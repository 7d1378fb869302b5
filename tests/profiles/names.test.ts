import { randomUUID } from 'node:crypto'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount, createAccountKey } from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { namesInNfc } from '@palate/server/store/migrations/names-in-nfc.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, patch, problemOf, read, readExport, refuse, succeed } from './profile-requests.ts'

/** The same text as one character and as a letter with an accent. */
const composed = 'Caf\u00e9'
const decomposed = 'Cafe\u0301'

describe.each(engines)('names that differ only in their Unicode form, on %s', (engine) => {
  const service = useService(engine)
  const create = (projectId: string, name: string) =>
    service.call('POST', '/v1/profiles', { body: { projectId, name } })
  const withStore = async (work: (store: Store) => Promise<unknown>) => {
    const store = await openStore(readConfig(service.home.env))
    await work(store).finally(() => store.close())
  }
  const rename = (id: string, name: string) =>
    withStore((store) => store.write((db) => db.updateTable('profiles').set({ name }).where('id', '=', id).execute()))

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('are the same profile name: %j and then %j is 409 name_taken', async (first, second) => {
    const projectId = randomUUID()
    const { body } = await create(projectId, first)
    expect(body.name).toBe(first)
    expect(problemOf(await create(projectId, second))).toEqual([409, 'name_taken'])
    const other = await createProfile(service, { projectId })
    await refuse(service, other, { name: second }, 409, 'name_taken')
    const document = { ...(await readExport(service, other)), name: second }
    expect(problemOf(await service.call('POST', '/v1/profiles/import', { body: document }))).toEqual([
      409,
      'name_taken',
    ])
    expect((await create(randomUUID(), second)).status).toBe(201)
  })

  it('a profile can change the form of its own name, and a name is free again after a change', async () => {
    const projectId = randomUUID()
    const id = await createProfile(service, { projectId, name: composed })
    for (const name of [decomposed, composed, decomposed]) {
      expect(succeed(await patch(service, id, { name })).body.name).toBe(name)
      expect((await read(service, id)).name).toBe(name)
    }
    succeed(await patch(service, id, { name: 'Tea' }))
    expect((await create(projectId, composed)).status).toBe(201)
  })

  it('are the same branch name', async () => {
    const id = await createProfile(service)
    await change(service, id, { branches: [{ id: 'x', name: decomposed }] })
    const twin = { profileData: { branches: [{ id: 'y', name: composed }] } }
    await refuse(service, id, twin, 409, 'branch_name_taken')
    await change(service, id, { branches: [{ id: 'x', name: composed }] })
    const document = await readExport(service, id)
    const [main, x] = document.profileData.branches
    const branches = [main, x, { ...x, id: 'y', name: decomposed }]
    const body = { ...document, name: randomUUID(), profileData: { ...document.profileData, branches } }
    expect(problemOf(await service.call('POST', '/v1/profiles/import', { body }))).toEqual([409, 'branch_name_taken'])
  })

  it('existing profiles with two such names keep them, can be changed, and can be renamed', async () => {
    const projectId = randomUUID()
    const first = await createProfile(service, { projectId, name: composed })
    const second = await createProfile(service, { projectId })
    await rename(second, decomposed)
    for (const id of [first, second]) succeed(await patch(service, id, { seed: 'warm' }))
    expect((await read(service, second)).name).toBe(decomposed)
    succeed(await patch(service, second, { name: 'Tea' }))
    await refuse(service, second, { name: decomposed }, 409, 'name_taken')
  })

  it('existing branches with two such names keep them until one is changed', async () => {
    const id = await createProfile(service)
    await change(service, id, { branches: [composed, 'other'].map((name) => ({ id: name, name })) })
    await withStore((store) =>
      store.write(async (db) => {
        const row = await db.selectFrom('profiles').select('branches').where('id', '=', id).executeTakeFirstOrThrow()
        const branches = row.branches.replace('"name":"other"', `"name":"${decomposed}"`)
        await db.updateTable('profiles').set({ branches }).where('id', '=', id).execute()
      }),
    )
    await change(service, id, { branches: [{ id: 'other', name: decomposed, description: 'Kept' }] })
    expect((await read(service, id)).profileData.branches.map(({ name }: { name: string }) => name)).toEqual([
      'main',
      composed,
      decomposed,
    ])
    const twin = { profileData: { branches: [{ id: 'third', name: composed }] } }
    await refuse(service, id, twin, 409, 'branch_name_taken')
  })

  it('the longest name in the form that expands most is stored', async () => {
    const growing = Array.from({ length: 255 }, (_, i) => String.fromCodePoint(0x1d15e + ((i * i) % 7))).join('')
    const { status, body } = await create(randomUUID(), growing)
    expect([status, body.name]).toEqual([201, growing])
  })

  it('are the same account name', async () => {
    const now = () => new Date()
    const ids = { clock: now, newId: createIdSource(now) }
    await withStore(async (store) => {
      expect(await createAccount(store, ids, decomposed)).toMatch(/^plt_/)
      for (const name of [composed, decomposed]) {
        expect(await createAccount(store, ids, name)).toBeUndefined()
        expect(await createAccountKey(store, ids, name)).toMatch(/^plt_/)
      }
    })
  })

  it('the migration finds the names of an older store, and keeps two that differ only in form', async () => {
    const [taken, shared] = [randomUUID(), randomUUID()]
    for (const [projectId, name] of [
      [taken, composed],
      [shared, composed],
      [shared, 'other'],
    ] as const) {
      expect((await create(projectId, name)).status).toBe(201)
    }
    const migration = migrations.find(({ up }) => up === namesInNfc)?.name ?? ''
    await withStore((store) =>
      store.write(async (db) => {
        await db.schema.dropIndex('profiles_by_canonical_name').execute()
        await db.schema.alterTable('profiles').dropColumn('name_nfc').execute()
        await db.deleteFrom('schema_migrations').where('name', '=', migration).execute()
        const older = db.updateTable('profiles').set({ name: decomposed })
        await older.where('project_id', '=', taken).execute()
        await older.where('project_id', '=', shared).where('name', '=', 'other').execute()
      }),
    )
    await withStore(async () => undefined)
    for (const projectId of [taken, shared]) {
      for (const name of [composed, decomposed]) {
        expect(problemOf(await create(projectId, name))).toEqual([409, 'name_taken'])
      }
    }
    const { profiles } = (await service.call('GET', `/v1/profiles?projectId=${shared}`)).body
    expect(profiles.map(({ name }: { name: string }) => name)).toEqual([decomposed, composed])
  })
})
