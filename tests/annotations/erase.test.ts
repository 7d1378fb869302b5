import { readConfig } from '@palate/server/config/config.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { createEraseJudgements } from '@palate/server/profiles/erase-judgements.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { createEventRecorder } from '@palate/server/webhooks/events/event-recorder.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, commit, createBranch, createProfile, headOf, read, version } from '../profiles/profile-requests.ts'

const ann = 'per_019bc0f1a2b37c4d8e9fa0b1c2d3e4f5'
const ben = 'per_019bc0f1a2b37c4d8e9fa0b1c2d3e4f6'
const label = (id: string, by?: string) => ({
  ...{ id, label: 'good', url: 'https://pictures.test/a.png' },
  ...(by !== undefined && { by }),
})
const pair = (id: string, by: string, winner: string) => ({ id, frameA: 'a', frameB: 'b', winner, by })
const judged = { constraints: [], exemplars: [label('a', ann), label('b', ben), label('t')], comparisons: [] }
const withoutAnn = { ...judged, exemplars: [label('b', ben), label('t')] }
const now = '2027-01-02T03:04:05.000Z'

describe.each(engines)('erasing the judgements of a person on %s', (engine) => {
  const service = useService(engine)
  let store: Store
  let accountId: string
  let id: string
  beforeAll(async () => {
    store = await openStore(readConfig(service.home.env))
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    id = await createProfile(service)
    const row = await store.read.selectFrom('profiles').select('account_id').where('id', '=', id).executeTakeFirst()
    accountId = row?.account_id ?? ''
  })

  const erase = (personId = ann, record?: Parameters<typeof createEraseJudgements>[1]) => {
    const services = { store, newId: createIdSource(() => new Date()), clock: () => new Date() }
    const recorder = createEventRecorder(services, () => {})
    const caller = { accountId, keyId: 'key', keyName: 'k', projects: null, expiresAt: null, scopes: null }
    return createEraseJudgements(services, record ?? recorder.record)({ accountId, personId }, caller, now)
  }
  const elements = ({ constraints, exemplars, comparisons }: Record<string, unknown>) => ({
    ...{ constraints, exemplars, comparisons },
  })
  const stateOf = async (versionId: string | null) =>
    (await service.call('GET', `/v1/profiles/${id}/versions/${versionId}`)).body
  const eventsSince = async (after: string) =>
    (await service.call('GET', `/v1/events?after=${after}`)).body.events.map(({ type }: { type: string }) => type)

  it('commits a version without them on every branch that has some, and says nothing about the person', async () => {
    await commit(service, id, { id: 'clean', snapshot: withoutAnn })
    await createBranch(service, id, { id: 'other' })
    await commit(service, id, { id: 'judged', parent: 'clean', snapshot: judged })
    await createBranch(service, id, { id: 'same' })
    const { body } = await service.call('GET', '/v1/events?limit=1')
    await erase()
    const heads = await Promise.all(['main', 'other', 'same'].map((branch) => headOf(service, id, branch)))
    expect(heads[1]).toBe('clean')
    for (const head of [heads[0], heads[2]]) {
      const made = await stateOf(head ?? null)
      expect(made).toMatchObject({ parentVersionId: 'judged', message: 'Remove the judgements of a person' })
      expect(elements(made.snapshot)).toEqual(withoutAnn)
    }
    expect(new Set(heads).size).toBe(3)
    const erased = ['profile.updated', 'profile.committed', 'profile.committed']
    await expect.poll(() => eventsSince(body.events[0].id)).toEqual(erased)
  })

  it('can be rolled back like any commit', async () => {
    await commit(service, id, { id: 'judged', snapshot: judged })
    await erase()
    await change(service, id, { branches: [{ id: 'main', headVersionId: 'judged' }] })
    expect(elements((await read(service, id)).effectiveSnapshot)).toEqual(judged)
  })

  it('gives the scores of a profile that never had them', async () => {
    const comparisons = [pair('1', ben, 'a'), pair('2', ann, 'b')]
    await commit(service, id, { id: 'judged', snapshot: { comparisons } })
    const other = await createProfile(service)
    await commit(service, other, { id: 'never', snapshot: { comparisons: comparisons.slice(0, 1) } })
    await erase()
    const scoresOf = async (profileId: string) => (await read(service, profileId)).effectiveSnapshot.latentScores
    expect(await scoresOf(id)).toEqual(await scoresOf(other))
  })

  it('takes them out of the working changes and returns their cost to the budget', async () => {
    const exemplars = [label('a', ann), label('b', ben), { ...label('gone', ann), removed: true }]
    await change(service, id, {
      workingChanges: { exemplars },
      budget: { labels: { used: 2 } },
    })
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars: [label('t')] } })
    await erase()
    const { profileData } = await read(service, id)
    expect(profileData.workingChanges).toEqual({ ...judged, exemplars: [label('b', ben), label('t')] })
    expect(profileData.budget.labels.used).toBe(2)
    expect(profileData.versions).toEqual([])
  })

  it('clears what a client has set in the effective snapshot', async () => {
    const body = { effectiveSnapshot: { exemplars: [label('a', ann)] } }
    await service.call('PATCH', `/v1/profiles/${id}`, { body })
    await erase()
    expect((await read(service, id)).effectiveSnapshot.exemplars).toEqual([])
  })

  it('changes no profile that the person has not judged, nor one of another account, and can be repeated', async () => {
    await commit(service, id, { id: 'judged', snapshot: judged })
    const other = service.as(await service.newAccount())
    const theirs = await createProfile(other)
    await commit(other, theirs, { id: 'judged', snapshot: judged })
    const untouched = await createProfile(service)
    await commit(service, untouched, { id: 'clean', snapshot: withoutAnn })
    const texts = async () => [
      (await other.call('GET', `/v1/profiles/${theirs}`)).text,
      (await service.call('GET', `/v1/profiles/${untouched}`)).text,
    ]
    const before = await texts()
    await erase()
    expect(await texts()).toEqual(before)
    const head = await headOf(service, id)
    await erase()
    expect(await headOf(service, id)).toBe(head)
  })

  it('does nothing to a profile in which it fails, and the rest when it is repeated', async () => {
    await commit(service, id, { id: 'judged', snapshot: judged })
    const before = (await service.call('GET', `/v1/profiles/${id}`)).text
    const failing = () => Promise.reject(new Error('no events'))
    await expect(erase(ann, failing)).rejects.toThrow('no events')
    expect((await service.call('GET', `/v1/profiles/${id}`)).text).toBe(before)
    await erase()
    expect(await headOf(service, id)).not.toBe('judged')
  })

  it('takes turns with commits: none is lost', async () => {
    await commit(service, id, { id: 'judged', snapshot: judged })
    const next = version({ id: 'next', parent: 'judged', snapshot: { ...judged, constraints: [{ id: 'c' }] } })
    const [answer] = await Promise.all([
      service.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { versions: [next] } } }),
      erase(),
    ])
    const head = await stateOf(await headOf(service, id))
    expect(head.snapshot.exemplars).toEqual(withoutAnn.exemplars)
    expect([200, 409]).toContain(answer.status)
    expect(head.snapshot.constraints).toHaveLength(answer.status === 200 ? 1 : 0)
  })
})
