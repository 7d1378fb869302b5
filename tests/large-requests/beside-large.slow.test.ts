import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '@palate/server/config/config.ts'
import { objectsAheadKeptMs, sweepObjectsAhead } from '@palate/server/profiles/snapshots/objects-ahead-store.ts'
import { objectsPerPieceMax } from '@palate/server/profiles/snapshots/write-ahead.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eachAccount } from '../harness/each-account.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, patch, read, succeed } from '../profiles/profile-requests.ts'

const hourMs = 3600_000

describe.each(engines)('a large PATCH on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  let other: Client
  /** A profile of the other account, large enough for an offload thread. */
  let theirs: string
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env), { isSecondary: true })
    other = service.as(await service.newAccount())
    theirs = await createProfile(other)
    await change(other, theirs, { versions: [version('v1', { constraints: manyConstraints })] })
    // By then both threads have started.
    await read(other, theirs)
    succeed(await patch(service, await createProfile(service), history('first', 1)))
  })
  afterAll(() => store.close())

  const objectsOf = (id: string) =>
    store.read.selectFrom('objects').select('hash').where('profile_id', '=', id).execute()
  const piecesOf = (id: string) =>
    store.read.selectFrom('objects_ahead').select('piece').where('profile_id', '=', id).execute()
  const storedBytesOf = async (id: string) =>
    (await store.read.selectFrom('profiles').select('stored_bytes').where('id', '=', id).executeTakeFirstOrThrow())
      .stored_bytes
  const sweep = (ageMs: number) => {
    const clock = () => new Date(Date.now() + ageMs)
    return eachAccount(store, (accountId) => sweepObjectsAhead({ store, clock }, accountId))
  }

  /** Sends it and waits until some, but not all, of its objects are stored. */
  async function inTheMiddle(id: string, body: object, headers: Record<string, string> = {}) {
    const patched = { isDone: false, answer: patch(service, id, body, headers) }
    patched.answer.finally(() => {
      patched.isDone = true
    })
    while ((await piecesOf(id)).length === 0 && !patched.isDone) await pause(1)
    expect(patched.isDone).toBe(false)
    return patched
  }

  it('does not block other reads and writes while it is stored, and is invisible until complete', async () => {
    const id = await createProfile(service)
    const patched = await inTheMiddle(id, history('beside', 3))
    await Promise.all([annotate(other, theirs), createProfile(other)])
    expect((await read(other, theirs)).id).toBe(theirs)
    expect((await service.call('GET', `/v1/profiles/${id}/versions`)).body.versions).toEqual([])
    expect(patched.isDone).toBe(false)
    succeed(await patched.answer)
    const { versions } = (await service.call('GET', `/v1/profiles/${id}/versions`)).body
    expect(versions).toHaveLength(3)
    expect(await piecesOf(id)).toEqual([])
    await expectWhole(id, 'beside', 3)
  })

  it('does not delay a read of another account, even if there are six', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => createProfile(service)))
    const patches = ids.map((id) => patch(service, id, history('six', 1)))
    const pieces = () => store.read.selectFrom('objects_ahead').select('piece').execute()
    let isBeside = false
    const readBeside = async () => {
      if ((await pieces()).length === 0) return
      // While these rows are locked, none of the requests can end. The one with pieces may have ended before.
      await store.write(async (db) => {
        await db.updateTable('profiles').set({ seed: null }).where('id', 'in', ids).execute()
        if ((await pieces()).length === 0) return
        succeed(await other.call('GET', `/v1/profiles/${theirs}`))
        isBeside = true
      })
    }
    await expect.poll(() => readBeside().then(() => isBeside), { interval: 1 }).toBe(true)
    await annotate(other, theirs)
    const answers = await Promise.all(patches)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('is recomputed if the profile has changed meanwhile: both changes stay', async () => {
    const id = await createProfile(service)
    const patched = await inTheMiddle(id, history('again', 2))
    await annotate(service, id)
    expect(patched.isDone).toBe(false)
    const { headers } = succeed(await patched.answer)
    expect(headers.get('etag')).toBe('"3-0"')
    expect((await read(service, id)).profileData.workingChanges.constraints).toHaveLength(1)
    await expectWhole(id, 'again', 2)
  })

  it('is 412 if the profile has changed meanwhile and If-Match names the state before; a sweep removes its traces', async () => {
    const id = await createProfile(service)
    const etag = (await service.call('GET', `/v1/profiles/${id}`)).headers.get('etag') ?? ''
    const patched = await inTheMiddle(id, history('match', 2), { 'if-match': etag })
    await annotate(service, id)
    expect(patched.isDone).toBe(false)
    expectProblem(await patched.answer, 412, 'precondition_failed')
    expect((await service.call('GET', `/v1/profiles/${id}/versions`)).body.versions).toEqual([])
    expect((await objectsOf(id)).length).toBeGreaterThan(objectsPerPieceMax)
    expect(await storedBytesOf(id)).toBeGreaterThan(0)
    expect(objectsAheadKeptMs).toBe(hourMs)
    await sweep(0.9 * hourMs)
    expect((await objectsOf(id)).length).toBeGreaterThan(objectsPerPieceMax)
    await sweep(1.1 * hourMs)
    expect([await objectsOf(id), await piecesOf(id), await storedBytesOf(id)]).toEqual([[], [], 0])
    succeed(await patch(service, id, history('match', 1)))
    await expectWhole(id, 'match', 1)
  })

  it('of a profile that is deleted meanwhile is 404 and leaves nothing', async () => {
    const id = await createProfile(service)
    const patched = await inTheMiddle(id, history('deleted', 2))
    succeed(await service.call('DELETE', `/v1/profiles/${id}`))
    expectProblem(await patched.answer, 404, 'profile_not_found')
    expect([await objectsOf(id), await piecesOf(id)]).toEqual([[], []])
  })

  it('that fails keeps the objects that another commit refers to', async () => {
    const id = await createProfile(service)
    const etag = (await service.call('GET', `/v1/profiles/${id}`)).headers.get('etag') ?? ''
    const large = history('shared', 2)
    const patched = await inTheMiddle(id, large, { 'if-match': etag })
    const [first] = large.profileData.versions
    const few = (first?.snapshot.constraints ?? []).slice(0, 300)
    succeed(await patch(service, id, { profileData: { versions: [version('few', { constraints: few })] } }))
    expectProblem(await patched.answer, 412, 'precondition_failed')
    await sweep(1.1 * hourMs)
    expect(await piecesOf(id)).toEqual([])
    const stored = await service.call('GET', `/v1/profiles/${id}/versions/few`)
    expect(succeed(stored).body.snapshot.constraints).toEqual(few)
    const counted = await storedBytesOf(id)
    await store.write((db) => db.updateTable('profiles').set({ stored_bytes: null }).where('id', '=', id).execute())
    await change(service, id, { budget: { labels: { used: 1 } } })
    expect(await storedBytesOf(id)).toBe(counted)
  })

  async function expectWhole(id: string, name: string, versions: number) {
    const sent = history(name, versions).profileData.versions.at(-1)
    const stored = succeed(await service.call('GET', `/v1/profiles/${id}/versions/${sent?.id}`)).body
    expect(stored.snapshot.constraints).toEqual(sent?.snapshot.constraints)
  }
})

const manyConstraints = Array.from({ length: 2000 }, (_, i) => ({ id: `c${i}`, question: 'How?', answer: 'warm' }))

async function annotate(client: Client, id: string): Promise<void> {
  const body = { constraints: [{ question: 'How should the light fall?', answer: 'softly' }] }
  const { status, text } = await client.call('POST', `/v1/profiles/${id}/annotations`, { body })
  expect(status, text).toBe(201)
}

function version(id: string, snapshot: object, parentVersionId: string | null = null) {
  return { id, branchId: 'main', parentVersionId, message: id, snapshot }
}

/** Versions that share no element: 9,000 constraints each, more than a megabyte. */
function history(name: string, count: number) {
  const question = `${name}: ${'how? '.repeat(20)}`
  const versions = Array.from({ length: count }, (_, v) => {
    const constraints = Array.from({ length: 9000 }, (_, i) => ({ id: `${v}-${i}`, question, answer: 'warm' }))
    return { ...version(`v${v}`, {}, v === 0 ? null : `v${v - 1}`), snapshot: { constraints } }
  })
  return { profileData: { versions } }
}
