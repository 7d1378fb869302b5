import { discardKeptMinutes, discardsPerProfileMax } from '@palate/core/profile/annotations/discards.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { sweepDiscards } from '@palate/server/profiles/annotations/discard-store.ts'
import { releasedTextsKeptMs } from '@palate/server/profiles/snapshots/sweep-uncommitted-blobs.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eachAccount } from '../harness/each-account.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, commit, createBranch, createProfile, read, succeed } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { add, comparison, label, question } from './annotation-requests.ts'

describe.each(engines)('discarded changes on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  let [ann, ben]: PersonClient[] = []
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
    ann = await createPerson(service, 'editor', 'Ann')
    ben = await createPerson(service, 'judge', 'Ben')
  })
  afterEach(() => {
    service.clock.skipMs = 0
  })
  afterAll(() => store.close())

  const discard = async (client: Client, id: string): Promise<string> =>
    succeed(await client.call('DELETE', `/v1/profiles/${id}/annotations`)).body.discardId
  const restore = (client: Client, id: string, discardId: string) =>
    client.call('POST', `/v1/profiles/${id}/discards/${discardId}/restore`)
  const workingOf = async (id: string) => (await read(service, id)).profileData
  const judges = async (id: string) =>
    succeed(await service.call('GET', `/v1/profiles/${id}/pictures?include_working=true`)).body.pictures.map(
      ({ elementId, judgedAt, judgedBy }: Record<string, unknown>) => ({ elementId, judgedAt, judgedBy }),
    )
  const countDiscards = async (id: string) => {
    const rows = await store.read.selectFrom('discards').select('id').where('profile_id', '=', id).execute()
    return rows.length
  }

  /** A profile with working changes of three people: in its row, and added since. */
  async function teamProfile() {
    const id = await createProfile(service)
    const inline = dataUrl(await paint({ mood: 'warm', seed: 3 }))
    await change(service, id, {
      workingChanges: { constraints: [question('c1'), question('c2')], exemplars: [{ ...label('e1'), url: inline }] },
    })
    await add(service, id, { exemplars: [label('e2')], comparisons: [comparison('p1')] })
    await add(ann as Client, id, {
      exemplars: [label('e3'), { ...label('e4'), url: dataUrl(await paint({ mood: 'cold', seed: 4 })) }],
    })
    await add(ben as Client, id, { exemplars: [{ url: label('e2').url, label: 'bad' }] })
    return id
  }

  it('come back exactly, with who judged what and when, for everybody who may discard them', async () => {
    const id = await teamProfile()
    const [before, judged] = [await workingOf(id), await judges(id)]
    expect(before.workingChanges.exemplars.map(({ by }: { by?: string }) => by)).toEqual([
      ...[undefined, undefined],
      ...[ann?.id, ann?.id, ben?.id],
    ])
    service.clock.skipMs = 1000
    const discardId = await discard(ann as Client, id)
    expect((await workingOf(id)).workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expectProblem(await restore(ben as Client, id, discardId), 403, 'person_forbidden')
    service.clock.skipMs = 2000
    const { body, headers } = succeed(await restore(ann as Client, id, discardId))
    expect(body).toEqual({ budget: before.budget, restored: 8, judgedAgain: 0 })
    expect(await workingOf(id)).toEqual(before)
    expect(await judges(id)).toEqual(judged)
    const current = await service.call('GET', `/v1/profiles/${id}`)
    expect(headers.get('etag')).toBe(current.headers.get('etag'))
    expectProblem(await restore(ann as Client, id, discardId), 404, 'discard_not_found')
    expect(await workingOf(id)).toEqual(before)
    // What was restored can be committed and discarded like anything else.
    await discard(service, id)
    expect((await workingOf(id)).budget).toMatchObject({ questions: { used: 0 }, labels: { used: 0 } })
  })

  it('come back beside what was judged since; what the same person judged again stays as it is', async () => {
    const id = await teamProfile()
    const discardId = await discard(service, id)
    await add(ann as Client, id, { exemplars: [{ url: label('e3').url, label: 'bad' }, label('e9')] })
    await add(service, id, { exemplars: [label('e2')] })
    const { body } = succeed(await restore(service, id, discardId))
    expect(body).toMatchObject({ restored: 6, judgedAgain: 2, budget: { labels: { used: 5 } } })
    const { exemplars } = (await workingOf(id)).workingChanges
    expect(exemplars.map(({ label: said, by }: { label: string; by?: string }) => [said, by])).toEqual([
      ...[['good', undefined]],
      ...[
        ['good', ann?.id],
        ['bad', ben?.id],
      ],
      ...[
        ['bad', ann?.id],
        ['good', ann?.id],
        ['good', undefined],
      ],
    ])
  })

  it('are refused once another version is the head, and stay as long as they are kept', async () => {
    const id = await createProfile(service)
    await commit(service, id, { id: 'v1' })
    succeed(await createBranch(service, id, { id: 'bold', headVersionId: 'v1' }))
    await add(service, id, { exemplars: [label('e1')] })
    const discardId = await discard(service, id)
    await commit(service, id, { id: 'v2', parent: 'v1' })
    expectProblem(await restore(service, id, discardId), 409, 'head_conflict')
    await change(service, id, { currentBranchId: 'bold' })
    succeed(await restore(service, id, discardId))
  })

  it('are refused if the budget no longer has room', async () => {
    const id = await createProfile(service)
    await add(service, id, { exemplars: [label('e1'), label('e2')] })
    const discardId = await discard(service, id)
    await change(service, id, { budget: { labels: { used: 0, total: 1 } } })
    expectProblem(await restore(service, id, discardId), 409, 'budget_exceeded')
    await change(service, id, { budget: { labels: { total: 2 } } })
    succeed(await restore(service, id, discardId))
  })

  it('are kept for half an hour, ten of a profile, and shorter than the pictures inside them', async () => {
    expect(discardKeptMinutes * 60_000).toBeLessThan(releasedTextsKeptMs)
    const id = await createProfile(service)
    const discards: string[] = []
    for (let i = 0; i <= discardsPerProfileMax; i++) {
      await add(service, id, { exemplars: [label(`e${i}`)] })
      discards.push(await discard(service, id))
    }
    const [oldest = '', second = '', third = ''] = discards
    expectProblem(await restore(service, id, oldest), 404, 'discard_not_found')
    succeed(await restore(service, id, second))
    service.clock.skipMs = discardKeptMinutes * 60_000 + 5000
    expectProblem(await restore(service, id, third), 404, 'discard_not_found')
    expect(await countDiscards(id)).toBe(discardsPerProfileMax - 1)
    const sweep = (skipMs: number) =>
      eachAccount(store, (accountId) => sweepDiscards({ store, clock: () => new Date(Date.now() + skipMs) }, accountId))
    await sweep(0)
    expect(await countDiscards(id)).toBe(discardsPerProfileMax - 1)
    await sweep(service.clock.skipMs)
    expect(await countDiscards(id)).toBe(0)
  })

  it('do not exist for others, without changes, or after their profile', async () => {
    const id = await createProfile(service)
    expect(await discard(service, id)).toBeNull()
    await add(service, id, { exemplars: [label('e1')] })
    const discardId = await discard(service, id)
    const other = await createProfile(service, { name: 'Other' })
    expectProblem(await restore(service, other, discardId), 404, 'discard_not_found')
    for (const unknown of ['x', `dsc_${'0'.repeat(32)}`, '%00'])
      expectProblem(await restore(service, id, unknown), 404, 'discard_not_found')
    await service.call('DELETE', `/v1/profiles/${id}`)
    expectProblem(await restore(service, id, discardId), 404, 'profile_not_found')
    expect(await countDiscards(id)).toBe(0)
  })

  it('are erased with a person whose judgements they have', async () => {
    const leaving = await createPerson(service, 'judge', 'Cem')
    const [theirs, others] = [await createProfile(service), await createProfile(service, { name: 'Others' })]
    await add(leaving, theirs, { exemplars: [label('e1')] })
    await add(service, others, { exemplars: [label('e1')] })
    const [lost, kept] = [await discard(service, theirs), await discard(service, others)]
    succeed(await service.call('DELETE', `/api/people/${leaving.id}?judgements=erase`))
    expectProblem(await restore(service, theirs, lost), 404, 'discard_not_found')
    expect(await countDiscards(theirs)).toBe(0)
    succeed(await restore(service, others, kept))
  })
})
