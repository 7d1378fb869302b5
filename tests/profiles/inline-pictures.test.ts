import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { listPinnedWorking } from '@palate/server/batches/storing/request-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { isTextOfFrame } from '@palate/server/frames/blobs/blob-store.ts'
import type { ListPinnedWorking } from '@palate/server/ports/batches.ts'
import { sweepUncommittedBlobs } from '@palate/server/profiles/snapshots/sweep-uncommitted-blobs.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachAccount } from '../harness/each-account.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  commit,
  createBranch,
  createProfile,
  merge,
  patch,
  problemOf,
  read,
  readExport,
  succeed,
  version,
} from './profile-requests.ts'

describe.each(engines)('inline pictures on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(() => store.close())

  const picture = (bytes = 30_000) => randomBytes(bytes).toString('base64')
  const exemplar = (id: string, imageData: string) => ({ id, label: 'good', imageData })
  const get = async (path: string) => succeed(await service.call('GET', path)).body

  /** Every member that can contain a picture or another text blob. */
  function everyPlace() {
    const odd = `${'"\\ \\u0000\n😀é'.repeat(700)}`
    return {
      constraints: [{ id: 'c', answer: 'a '.repeat(9000) }],
      exemplars: [
        exemplar('bare', picture()),
        exemplar('data-url', `data:image/png;base64,${picture()}`),
        { id: 'by-url', label: 'bad', url: `data:image/png;base64,${picture()}` },
        { id: 'odd', note: odd, deep: { list: [{ text: odd }, odd.slice(1)] } },
        exemplar('short', 'QUJD'),
      ],
      comparisons: [
        {
          id: 'pair',
          frameA: { id: 'a', url: `data:image/png;base64,${picture()}` },
          frameB: { id: 'b', url: 'https://pictures.test/b.png' },
          winner: 'a',
        },
      ],
    }
  }

  it('are returned as sent by every operation that returns elements', async () => {
    const id = await createProfile(service)
    const [first, second, working] = [everyPlace(), everyPlace(), everyPlace()]
    await commit(service, id, { id: 'v1', snapshot: first })
    await commit(service, id, { id: 'v2', parent: 'v1', snapshot: second })
    await change(service, id, { workingChanges: working })

    const whole = await read(service, id)
    expect(whole.profileData.versions.map((one: { snapshot: object }) => one.snapshot)).toMatchObject([first, second])
    expect(whole.profileData.workingChanges).toEqual(working)
    expect(whole.effectiveSnapshot).toMatchObject(second)
    const { profileData, effectiveSnapshot } = await get(`/v1/profiles/${id}?snapshots=omit`)
    expect(profileData.workingChanges).toEqual(working)
    expect(effectiveSnapshot).toMatchObject(second)
    expect((await get(`/v1/profiles/${id}/versions/v1`)).snapshot).toMatchObject(first)
    const diff = await get(`/v1/profiles/${id}/diff?from=v1&to=working`)
    expect(diff.exemplars.changed.map((one: object) => one)).toEqual(
      first.exemplars.slice(0, 3).map(({ id: element }, i) => ({
        id: element,
        from: first.exemplars[i],
        to: working.exemplars[i],
      })),
    )
    expect(diff.comparisons.changed[0]).toEqual({ id: 'pair', from: first.comparisons[0], to: working.comparisons[0] })
  })

  it('an export with them, imported and exported again, is the same document', async () => {
    const id = await createProfile(service)
    await commit(service, id, { id: 'v1', snapshot: everyPlace() })
    await change(service, id, { workingChanges: everyPlace() })
    succeed(await patch(service, id, { effectiveSnapshot: { exemplars: everyPlace().exemplars } }))
    const document = await readExport(service, id)
    const other = service.as(await service.newAccount())
    const imported = await other.call('POST', '/v1/profiles/import', { body: document })
    expect(imported.status).toBe(201)
    expect(isDeepStrictEqual(await readExport(other, imported.body.id), document)).toBe(true)
  })

  it('a merge returns the pictures of both sides, also when replayed by an idempotency key', async () => {
    const id = await createProfile(service)
    const [ours, theirs] = [exemplar('ours', picture()), exemplar('theirs', picture())]
    await commit(service, id, { id: 'v1', snapshot: {} })
    await createBranch(service, id, { id: 'x' })
    await commit(service, id, { id: 'v2', parent: 'v1', snapshot: { exemplars: [ours] } })
    await commit(service, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: { exemplars: [theirs] } })
    const sent = {
      body: { sourceBranchId: 'x', targetBranchId: 'main' },
      headers: { 'idempotency-key': `merge ${id}` },
    }
    const first = succeed(await service.call('POST', `/v1/profiles/${id}/merge`, sent))
    expect(first.body.version.snapshot.exemplars).toEqual([ours, theirs])
    const again = succeed(await service.call('POST', `/v1/profiles/${id}/merge`, sent))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
  })

  it('are stored once per profile, however many versions and working changes contain them', async () => {
    const id = await createProfile(service)
    const one = picture(300_000)
    const chain = Array.from({ length: 5 }, (_, i) =>
      version({ id: `v${i}`, parent: i > 0 ? `v${i - 1}` : null, snapshot: { exemplars: [exemplar(`e${i}`, one)] } }),
    )
    await change(service, id, { versions: chain, workingChanges: { exemplars: [exemplar('w', one)] } })
    await change(service, id, { budget: { labels: { used: 1 } } })
    expect((await objectsOf(id)).filter(({ content }) => content.includes(one))).toHaveLength(1)
    const row = await rowOf(id)
    expect(row.working_changes.length).toBeLessThan(1000)
    expect(row.stored_bytes).toBe(await sumOf(id))
  })

  it('a text that looks like a reference is ordinary text, and one with NUL is 400', async () => {
    const id = await createProfile(service)
    const secret = picture()
    await change(service, id, { workingChanges: { exemplars: [exemplar('secret', secret)] } })
    const [reference = ''] = /\\u0000[^"]+/.exec((await rowOf(id)).working_changes) ?? []
    expect(reference).toMatch(/^\\u0000[0-9a-f]{64}:text:40000$/)
    const texts = [reference, reference.slice(6), `"${reference}"`, `\\${reference}`, `\\"${reference}\\"`]
    const exemplars = texts.map((imageData, i) => exemplar(`e${i}`, imageData))
    await change(service, id, { workingChanges: { exemplars } })
    expect((await read(service, id)).profileData.workingChanges.exemplars).toEqual(exemplars)
    const forged = { workingChanges: { exemplars: [exemplar('forged', JSON.parse(`"${reference}"`))] } }
    expect(problemOf(await patch(service, id, { profileData: forged }))).toEqual([400, 'invalid_request'])
  })

  it('an element without an id gets the same id wherever its picture is stored', async () => {
    const id = await createProfile(service)
    const snapshot = { exemplars: [{ label: 'good', imageData: picture() }] }
    await commit(service, id, { id: 'v1', snapshot })
    await commit(service, id, { id: 'v2', parent: 'v1', snapshot })
    // The stored version may be sent again in its original form.
    await change(service, id, { versions: [version({ id: 'v1', snapshot })] })
    const diff = await get(`/v1/profiles/${id}/diff?from=v1&to=v2`)
    expect(diff.exemplars).toEqual({ added: [], removed: [], changed: [] })
    const other = { exemplars: [{ label: 'good', imageData: picture() }] }
    const rewritten = await patch(service, id, { profileData: { versions: [version({ id: 'v1', snapshot: other })] } })
    expect(problemOf(rewritten)).toEqual([409, 'version_immutable'])
  })

  describe('in rows from before pictures were stored separately', () => {
    const [kept, changed] = [exemplar('kept', picture()), exemplar('changed', picture())]
    const snapshot = { exemplars: [kept, changed] }
    let id: string
    beforeAll(async () => {
      id = await createProfile(service)
      await commit(service, id, { id: 'v1', snapshot })
      await change(service, id, { workingChanges: { exemplars: [kept] } })
      await putTextsBack(id)
    })

    it('are returned by every operation as before', async () => {
      const whole = await read(service, id)
      expect(whole.profileData.versions[0].snapshot).toMatchObject(snapshot)
      expect(whole.profileData.workingChanges.exemplars).toEqual([kept])
      expect(whole.effectiveSnapshot).toMatchObject(snapshot)
      expect((await get(`/v1/profiles/${id}/versions/v1`)).snapshot).toMatchObject(snapshot)
      expect((await readExport(service, id)).profileData.versions[0].snapshot).toMatchObject(snapshot)
    })

    it('are equal to the same pictures in new rows', async () => {
      await change(service, id, { versions: [version({ id: 'v1', snapshot })] })
      await createBranch(service, id, { id: 'x' })
      const elsewhere = { ...changed, imageData: picture() }
      await commit(service, id, { id: 'x1', parent: 'v1', branch: 'x', snapshot: { exemplars: [kept, elsewhere] } })
      await commit(service, id, { id: 'v2', parent: 'v1', snapshot })
      const diff = await get(`/v1/profiles/${id}/diff?from=v1&to=v2`)
      expect(diff.exemplars).toEqual({ added: [], removed: [], changed: [] })
      const merged = succeed(await merge(service, id, { sourceBranchId: 'x', targetBranchId: 'main' }))
      expect(merged.body.version.snapshot.exemplars).toEqual([kept, elsewhere])
      expect((await read(service, id)).profileData.workingChanges.exemplars).toEqual([kept])
    })
  })

  it("exceeding the profile's size limit is 422 profile_too_large; changes that do not grow it still succeed", async () => {
    const id = await createProfile(service)
    await change(service, id, { workingChanges: { exemplars: [exemplar('e', picture())] } })
    const { stored_bytes } = await rowOf(id)
    await setColumn(id, { stored_bytes: 4 * 1024 ** 3 - 1000 })
    const grown = {
      profileData: { versions: [version({ id: 'v1', snapshot: { exemplars: [exemplar('f', picture())] } })] },
    }
    const refused = await patch(service, id, grown)
    expect(problemOf(refused)).toEqual([422, 'profile_too_large'])
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/profileData'])
    await change(service, id, { budget: { labels: { used: 1 } } })
    await change(service, id, { workingChanges: { exemplars: [] } })
    expect((await rowOf(id)).stored_bytes).toBe(4 * 1024 ** 3 - 1000 - Number(stored_bytes))
    succeed(await patch(service, id, grown))
  })

  describe('that are no longer referenced', () => {
    const hourMs = 3600_000
    const sweep = (ageMs: number, pinned: ListPinnedWorking = listPinnedWorking) => {
      const services = { store, clock: () => new Date(Date.now() + ageMs) }
      return eachAccount(store, (accountId) => sweepUncommittedBlobs(services, accountId, pinned, isTextOfFrame))
    }
    const picturesOf = async (id: string) =>
      (await objectsOf(id)).filter(({ hash }) => hash.includes(':')).map(({ content }) => content)
    const work = (id: string, pictures: readonly string[]) =>
      change(service, id, { workingChanges: { exemplars: pictures.map((one, i) => exemplar(`e${i}`, one)) } })

    it('are deleted an hour after the working changes dropped them', async () => {
      const id = await createProfile(service)
      const [kept, dropped] = [picture(), picture()]
      await work(id, [kept, dropped])
      const before = Number((await rowOf(id)).stored_bytes)
      await work(id, [kept])
      expect((await rowOf(id)).stored_bytes).toBe(before - dropped.length)
      await sweep(0.9 * hourMs)
      expect((await picturesOf(id)).sort()).toEqual([kept, dropped].sort())
      await sweep(1.1 * hourMs)
      expect(await picturesOf(id)).toEqual([kept])
      await work(id, [kept, dropped])
      expect((await read(service, id)).profileData.workingChanges.exemplars).toHaveLength(2)
      expect((await rowOf(id)).stored_bytes).toBe(before)
    })

    it('stay if they are committed or added to the working changes again', async () => {
      const id = await createProfile(service)
      const [committed, again, override] = [picture(), picture(), picture()]
      await work(id, [committed, again])
      succeed(await patch(service, id, { effectiveSnapshot: { exemplars: [exemplar('o', override)] } }))
      await work(id, [])
      await work(id, [again])
      await commit(service, id, { id: 'v1', snapshot: { exemplars: [exemplar('e', committed)] } })
      await sweep(1.1 * hourMs)
      // The commit ended the override, an hour ago according to the sweep's clock.
      expect((await picturesOf(id)).sort()).toEqual([committed, again].sort())
      expect((await rowOf(id)).stored_bytes).toBe(await sumOf(id))
    })

    it('stay while a batch scored against the working changes is unfinished', async () => {
      const id = await createProfile(service)
      const one = picture()
      await work(id, [one])
      const { working_changes: working } = await rowOf(id)
      await work(id, [])
      await sweep(1.1 * hourMs, async () => [working])
      expect(await picturesOf(id)).toEqual([one])
      await sweep(1.1 * hourMs, async () => [])
      expect(await picturesOf(id)).toEqual([])
    })

    it('an unfinished batch references the objects it is scored against, a finished one does not', async () => {
      const id = await createProfile(service)
      const { account_id } = await rowOf(id)
      const batch = { account_id, project_id: 'studio', profile_id: id, version_id: null, seed: null, total: 0 }
      const counts = { succeeded: 0, failed: 0, canceled: 0, taken: 0, asked: '{}', created_at: '', completed_at: null }
      const found = Promise.withResolvers<readonly string[]>()
      const rolledBack = new Error('nothing of this stays')
      const writing = store.write(async (db) => {
        for (const status of ['in_progress', 'completed', 'canceling']) {
          await db
            .insertInto('batches')
            .values({ ...batch, ...counts, id: `${id} ${status}`, status })
            .execute()
          const request = { account_id, batch_id: `${id} ${status}`, frames: '[]', working: status }
          await db.insertInto('batch_requests').values(request).execute()
        }
        found.resolve(await listPinnedWorking(db, { accountId: account_id, profileId: id }))
        throw rolledBack
      })
      await expect(writing).rejects.toBe(rolledBack)
      expect((await found.promise).toSorted()).toEqual(['canceling', 'in_progress'])
    })
  })

  /** The size of the profile's objects and commit messages. */
  async function sumOf(id: string): Promise<number> {
    const messages = await store.read.selectFrom('versions').select('message').where('profile_id', '=', id).execute()
    const texts = [...(await objectsOf(id)).map(({ content }) => content), ...messages.map(({ message }) => message)]
    return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  }

  function objectsOf(id: string) {
    return store.read.selectFrom('objects').select(['hash', 'content']).where('profile_id', '=', id).execute()
  }

  function rowOf(id: string) {
    const query = store.read.selectFrom('profiles').select(['account_id', 'working_changes', 'stored_bytes'])
    return query.where('id', '=', id).executeTakeFirstOrThrow()
  }

  async function setColumn(id: string, columns: { working_changes?: string; stored_bytes?: number | null }) {
    await store.write((db) => db.updateTable('profiles').set(columns).where('id', '=', id).execute())
  }

  /** Rewrites a profile's rows to the form from before blobs were stored separately. */
  async function putTextsBack(id: string): Promise<void> {
    const objects = await objectsOf(id)
    const texts = new Map(objects.map(({ hash, content }) => [hash, content]))
    const inline = (json: string) =>
      json.replaceAll(/"\\u0000([0-9a-f]{64}:(?:url|text)):\d+"/g, (_, name) => JSON.stringify(texts.get(name)))
    await setColumn(id, { working_changes: inline((await rowOf(id)).working_changes), stored_bytes: null })
    await store.write(async (db) => {
      await db.deleteFrom('working_texts').where('profile_id', '=', id).execute()
      for (const { hash, content } of objects) {
        const one = db.updateTable('objects').where('profile_id', '=', id).where('hash', '=', hash)
        if (!hash.includes(':')) await one.set({ content: inline(content) }).execute()
        else await db.deleteFrom('objects').where('profile_id', '=', id).where('hash', '=', hash).execute()
      }
    })
  }
})
