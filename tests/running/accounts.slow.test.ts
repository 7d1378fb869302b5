import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accountRowsPerPieceMax, sweepDeletedAccounts } from '@palate/server/composition/delete-account.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses } from '../harness/processes.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'

const aboutBackups = 'Backups made before still contain it: delete them, or delete it again after restoring one.'

describe.each(engines)('palate accounts with a running server on %s', (engine) => {
  const processes = createProcesses()
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(async () => {
    await processes.stopAll()
    await service.stop()
  })

  const create = (name: string) => runOperatorCommand(['accounts', 'create', name], service.home.env)

  test("create prints only the new account's first key on stdout, and the key works immediately", async () => {
    const { code, stdout, stderr } = await create('Second')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^plt_[0-9A-Za-z]{38}\n$/)
    const second = service.as(stdout.trim())
    expect((await second.call('GET', '/v1/profiles')).body).toEqual({ profiles: [] })
    const { body } = await second.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'theirs' } })
    expectProblem(await service.call('GET', `/v1/profiles/${body.id}`), 404, 'profile_not_found')
    const { keys } = (await second.call('GET', '/api/api-keys')).body
    expect(keys).toMatchObject([{ prefix: stdout.slice(0, 12) }])
  })

  test('a name that is taken is refused in one line, and no key is printed', async () => {
    const ended = await create('default')
    expect(ended).toEqual({ code: 1, stdout: '', stderr: 'palate: an account named "default" already exists\n' })
  })

  test('key prints only a new key of an account, even if the account has revoked its last', async () => {
    const first = (await create('Locked out')).stdout.trim()
    const { keys } = (await service.as(first).call('GET', '/api/api-keys')).body
    await service.as(first).call('DELETE', `/api/api-keys?id=${keys[0].id}`)
    const { code, stdout } = await runOperatorCommand(['accounts', 'key', 'Locked out'], service.home.env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^plt_[0-9A-Za-z]{38}\n$/)
    expect((await service.as(stdout.trim()).call('GET', '/api/api-keys')).body.keys).toHaveLength(1)
    const nobody = await runOperatorCommand(['accounts', 'key', 'Nobody'], service.home.env)
    expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'palate: there is no account "Nobody"\n' })
  })

  test('an invalid name is refused in one line', async () => {
    const [blank, long] = await Promise.all([create('  '), create('x'.repeat(256))])
    const refused = { code: 1, stdout: '', stderr: 'palate: the name of an account must have 1 to 255 characters\n' }
    expect([blank, long]).toEqual([refused, refused])
  })

  test('of several processes that create one account concurrently exactly one gets its key', async () => {
    const create = (name: string) => processes.finish(['accounts', 'create', name], service.home.env)
    const all = await Promise.all([create('raced'), create(' raced '), create('raced')])
    expect(all.map(({ code }) => code).sort()).toEqual([0, 1, 1])
    expect(all.map(({ stdout }) => stdout.length).sort()).toEqual([0, 0, 43])
    const { stdout } = await runOperatorCommand(['accounts', 'list'], service.home.env)
    expect(stdout.split('\n').filter((line) => line.endsWith('  raced'))).toHaveLength(1)
  })
})

describe.each(engines)('palate accounts delete with a running server on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
  })
  afterAll(() => service.stop())

  const accounts = (...args: readonly string[]) => runOperatorCommand(['accounts', ...args], service.home.env)

  /** Deletes what the service stored after the deletion. */
  async function sweep(now: Date): Promise<void> {
    const config = readConfig(service.home.env)
    const store = await openStore(config)
    await sweepDeletedAccounts({ store, config, clock: () => now, log: pino({ level: 'silent' }) }).finally(() =>
      store.close(),
    )
  }

  /** The rows that name an account or one of its keys, by table. */
  async function rowsOf(accountId: string, keyId: string): Promise<Record<string, number>> {
    const store = await openStore(readConfig(service.home.env))
    try {
      const tables = await store.read.introspection.getTables()
      const found: Record<string, number> = {}
      for (const { name, columns } of tables) {
        const column = ['account_id', 'key_id'].find((one) => columns.some((has) => has.name === one))
        if (column === undefined) continue
        const value = column === 'account_id' ? accountId : keyId
        const rows = await store.read
          .selectFrom(name as 'frames')
          .select(column as 'account_id')
          .where(column as 'account_id', '=', value)
          .execute()
        if (rows.length > 0) found[name] = rows.length
      }
      return found
    } finally {
      await store.close()
    }
  }

  test('everything of the account is deleted, also what is stored for it later, and nothing of the others', async () => {
    const leaving = service.as((await accounts('create', 'Leaving')).stdout.trim())
    const fill = async (client: typeof leaving) => {
      const { body } = await client.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'taste' } })
      const { body: frame } = await upload(client, await paint({ mood: 'warm', seed: 1 }), { project: 'p' })
      const exemplars = [{ url: frame.url, label: 'good' }]
      await client.call('POST', `/v1/profiles/${body.id}/annotations`, { body: { exemplars } })
      const request = (id: string) => ({
        profile_id: body.id,
        frames: [{ id, url: frame.url }],
        dimensions: ['aesthetics'],
      })
      await client.call('POST', '/v1/score', { body: request('scored'), headers: { 'idempotency-key': 'once' } })
      await client.call('POST', '/v1/score/batch', { body: request('batched') })
      await client.call('POST', '/v1/webhooks', { body: { url: 'https://example.com/hook', events: ['*'] } })
      return { profileId: body.id, frameId: frame.id }
    }
    await fill(leaving)
    const kept = await fill(service)
    const { accountId, keyId, hash } = await idsOfLeaving(service)
    await insertSeenFrames(service, accountId, accountRowsPerPieceMax * 2 + 1)
    // The last sweep below passes the day in which the service may store what it holds in memory: it holds nothing then.
    await expect.poll(() => rowsOf(accountId, keyId)).toMatchObject({ recent_frames: 2 })
    const before = await rowsOf(accountId, keyId)
    expect(before).toMatchObject({ api_keys: 1, profiles: 1, frames: 1, frame_contents: 1, webhooks: 1, batches: 1 })
    expect(before.seen_frames).toBeGreaterThan(accountRowsPerPieceMax * 2)

    const ended = await accounts('delete', 'Leaving', '--yes')
    expect(ended).toEqual({ code: 0, stdout: `Deleted the account Leaving. ${aboutBackups}\n`, stderr: '' })
    const deletedAt = Date.now()
    await insertSeenFrames(service, accountId, 1)
    await expect
      .poll(async () => {
        await sweep(new Date())
        return rowsOf(accountId, keyId)
      })
      .toEqual({ due_accounts: 1 })
    await sweep(new Date(deletedAt + 25 * 60 * 60_000))
    expect(await rowsOf(accountId, keyId)).toEqual({})
    expectProblem(await leaving.call('GET', '/v1/profiles'), 401, 'invalid_api_key')
    expect((await accounts('list')).stdout).not.toContain('Leaving')
    const file = join(service.home.env.PALATE_DATA_DIR ?? '', 'frames', hash.slice(0, 2), `${accountId}.${hash}`)
    expect(existsSync(file)).toBe(false)
    expect((await service.call('GET', `/v1/profiles/${kept.profileId}`)).status).toBe(200)
    expect((await service.call('GET', `/api/frames/${kept.frameId}`)).status).toBe(200)
    expect((await accounts('create', 'Leaving')).code).toBe(0)
  })

  test('it needs confirmation, a known name, and another remaining account', async () => {
    await accounts('create', 'Kept')
    const unasked = await accounts('delete', 'Kept')
    expect([unasked.code, unasked.stderr]).toEqual([2, 'palate: cannot ask without a terminal: pass --yes\n'])
    const nobody = await accounts('delete', 'Nobody', '--yes')
    expect(nobody).toEqual({
      code: 1,
      stdout: '',
      stderr: 'palate: there is no account "Nobody": `palate accounts list` lists them\n',
    })
    const keyFile = join(service.home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key')
    expect(existsSync(keyFile)).toBe(true)
    for (const name of ['Leaving', 'default']) expect((await accounts('delete', name, '--yes')).code).toBe(0)
    expect(existsSync(keyFile)).toBe(false)
    const last = await accounts('delete', 'Kept', '--yes')
    expect([last.code, last.stderr]).toEqual([
      1,
      'palate: Kept is the only account: create another first with `palate accounts create`\n',
    ])
  })
})

async function idsOfLeaving({ home }: TestService) {
  const store = await openStore(readConfig(home.env))
  try {
    const found = await store.read
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', 'Leaving')
      .executeTakeFirstOrThrow()
    const key = await store.read
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', found.id)
      .executeTakeFirstOrThrow()
    const content = await store.read
      .selectFrom('frame_contents')
      .select('content_hash')
      .where('account_id', '=', found.id)
      .executeTakeFirstOrThrow()
    return { accountId: found.id, keyId: key.id, hash: content.content_hash }
  } finally {
    await store.close()
  }
}

async function insertSeenFrames({ home }: TestService, accountId: string, count: number): Promise<void> {
  const store = await openStore(readConfig(home.env))
  const rows = Array.from({ length: count }, (_, i) => ({
    account_id: accountId,
    project_id: 'p',
    frame_id: `more-${i}`,
    content_hash: 'a'.repeat(64),
    seen_at: new Date().toISOString(),
  }))
  await store.write((db) => db.insertInto('seen_frames').values(rows).execute()).finally(() => store.close())
}
