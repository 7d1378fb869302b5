import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson, type PersonClient } from '../harness/person.ts'
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
  refuse,
  version,
} from '../profiles/profile-requests.ts'
import { add, annotate, takeBack } from './annotation-requests.ts'

const url = 'https://pictures.test/a.png'
const good = { label: 'good', url }
const bad = { label: 'bad', url }
const nobody = 'per_00000000000000000000000000000000'

describe.each(engines)('judgements of people on %s', (engine) => {
  const service = useService(engine)
  let ann: PersonClient
  let ben: PersonClient
  let editor: PersonClient
  let owner: PersonClient
  let id: string
  beforeAll(async () => {
    ann = await createPerson(service, 'judge', 'Ann')
    ben = await createPerson(service, 'judge', 'Ben')
    editor = await createPerson(service, 'editor', 'Eve')
    owner = await createPerson(service, 'owner', 'Olga')
  })
  beforeEach(async () => {
    id = await createProfile(service)
  })

  const working = async () => (await read(service, id)).profileData.workingChanges
  const labels = async () => (await working()).exemplars.map(({ label, by }: Record<string, unknown>) => [label, by])
  const headLabels = async () => (await read(service, id)).effectiveSnapshot.exemplars
  const commitWorking = async (versionId: string, parent: string | null = null) => {
    const { exemplars, constraints, comparisons } = await working()
    const before = parent === null ? [] : await headLabels()
    const kept = before.filter((one: { id: string }) => !exemplars.some((two: { id: string }) => two.id === one.id))
    const snapshot = { exemplars: [...kept, ...exemplars], constraints, comparisons }
    const versions = [version({ id: versionId, parent, snapshot })]
    await change(service, id, { versions, workingChanges: { exemplars: [], constraints: [], comparisons: [] } })
  }

  it('are by the person whose key it is, and stand side by side with the team’s own', async () => {
    await add(ann, id, { exemplars: [good] })
    await add(ben, id, { exemplars: [bad] })
    const { body } = await add(service, id, { exemplars: [bad] })
    expect(body.replaced).toEqual([])
    expect(await labels()).toEqual([
      ['good', ann.id],
      ['bad', ben.id],
      ['bad', undefined],
    ])
    expect(body.budget.labels.used).toBe(3)
  })

  it('replace the same person’s earlier one, keep its id and use no budget', async () => {
    const first = await add(ann, id, { exemplars: [good] })
    await add(ben, id, { exemplars: [good] })
    const second = await add(ann, id, { exemplars: [bad] })
    expect(second.body.exemplars[0].id).toBe(first.body.exemplars[0].id)
    expect(second.body.replaced).toEqual(first.body.exemplars)
    expect(second.body.budget.labels.used).toBe(2)
    expect(await labels()).toEqual([
      ['bad', ann.id],
      ['good', ben.id],
    ])
    await commitWorking('v1')
    const third = await add(ben, id, { exemplars: [bad] })
    expect(third.body.changes).toEqual([{ list: 'exemplars', id: expect.any(String), before: 'committed' }])
    expect(third.body.budget.labels.used).toBe(2)
    await commitWorking('v2', 'v1')
    expect((await headLabels()).map(({ label, by }: Record<string, unknown>) => [label, by])).toEqual([
      ['bad', ann.id],
      ['bad', ben.id],
    ])
  })

  it('that say the same as the person’s own change nothing', async () => {
    await add(ann, id, { exemplars: [good] })
    const again = await add(ann, id, { exemplars: [good] })
    expect([again.body.changes, again.body.budget.labels.used]).toEqual([[], 1])
  })

  it('of pairs and questions are kept for each person, too', async () => {
    const pair = { frameA: 'a', frameB: 'b' }
    for (const [person, winner, answer] of [
      [ann, 'a', 'warm'],
      [ben, 'b', 'cool'],
      [ben, 'tie', 'no preference'],
    ] as const) {
      const constraints = [{ questionId: 'colour-temperature', answer }]
      await add(person, id, { comparisons: [{ ...pair, winner }], constraints })
    }
    const { comparisons, constraints } = await working()
    expect(comparisons.map(({ winner, by }: Record<string, unknown>) => [winner, by])).toEqual([
      ['a', ann.id],
      ['tie', ben.id],
    ])
    expect(constraints.map(({ answer, by }: Record<string, unknown>) => [answer, by])).toEqual([
      ['warm', ann.id],
      ['no preference', ben.id],
    ])
  })

  it.each([
    ['somebody else', () => ben.id],
    ['nobody', () => nobody],
  ])('cannot be sent for %s', async (_name, by) => {
    const forged = { exemplars: [{ ...good, by: by() }] }
    for (const person of [ann, editor]) {
      expect(problemOf(await annotate(person, id, forged))).toEqual([403, 'person_forbidden'])
    }
    const { body } = await service.call('POST', '/api/api-keys', {
      body: { name: 'teach', scopes: ['teach', 'write'] },
    })
    expect(problemOf(await annotate(service.as(body.key), id, forged))).toEqual([403, 'person_forbidden'])
    expect(await labels()).toEqual([])
  })

  it('can be sent with the person’s own id', async () => {
    await add(ann, id, { exemplars: [{ ...good, by: ann.id }] })
    expect(await labels()).toEqual([['good', ann.id]])
  })

  it('can be sent for others by an administrator, for people whom the account has', async () => {
    await add(service, id, { exemplars: [{ ...good, by: ann.id }] })
    await add(owner, id, { exemplars: [{ ...bad, by: ben.id }, good] })
    await add(owner, id, { exemplars: [{ ...bad, by: null }] })
    expect(await labels()).toEqual([
      ['good', ann.id],
      ['bad', ben.id],
      ['good', owner.id],
      ['bad', undefined],
    ])
    const other = service.as(await service.newAccount())
    const stranger = await createPerson(service, 'judge', 'Ann', other)
    for (const by of [nobody, stranger.id, 'x']) {
      const answer = await annotate(service, id, { exemplars: [{ ...good, by }] })
      expect(problemOf(answer)).toEqual([422, 'unknown_person'])
    }
  })

  it.each([[5], [''], ['x'.repeat(65)], [{}], [[]], [true]])('are refused by %j, which is no id', async (by) => {
    const answer = await annotate(service, id, { constraints: [{ question: 'q', answer: 'a', by }] })
    expect(problemOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.errors[0].path).toBe('/constraints/0/by')
  })

  it('are not replaced under their id by another person, in the working changes or at the head', async () => {
    const { body } = await add(ann, id, { exemplars: [good] })
    const [element] = body.exemplars
    for (const where of ['working', 'head']) {
      for (const person of [ben, editor]) {
        const answer = await annotate(person, id, { exemplars: [{ ...bad, id: element.id }] })
        expect(problemOf(answer), where).toEqual([403, 'person_forbidden'])
      }
      if (where === 'working') await commitWorking('v1')
    }
    await add(owner, id, { exemplars: [{ ...bad, id: element.id, by: ann.id }] })
    expect(await labels()).toEqual([['bad', ann.id]])
  })

  it('are taken back by the person or with the scope write; the team’s own by everybody', async () => {
    const [own, other] = [await add(ann, id, { exemplars: [good] }), await add(service, id, { exemplars: [good] })]
    const elementId = own.body.exemplars[0].id
    expect(problemOf(await takeBack(ben, id, elementId))).toEqual([403, 'person_forbidden'])
    const mark = await annotate(ben, id, { exemplars: [{ id: elementId, removed: true }] })
    expect(problemOf(mark)).toEqual([403, 'person_forbidden'])
    expect(problemOf(await ben.call('DELETE', `/v1/profiles/${id}/annotations`))).toEqual([403, 'person_forbidden'])
    expect((await takeBack(ben, id, other.body.exemplars[0].id)).status).toBe(200)
    expect(await labels()).toEqual([['good', ann.id]])
    await commitWorking('v1')
    expect(problemOf(await takeBack(ben, id, elementId))).toEqual([403, 'person_forbidden'])
    expect((await takeBack(ann, id, elementId)).status).toBe(200)
    expect((await takeBack(ben, id, elementId)).status).toBe(200)
    expect((await takeBack(editor, id, elementId)).status).toBe(200)
    expect(await working()).toMatchObject({ exemplars: [{ id: elementId, removed: true }] })
    expect((await ben.call('DELETE', `/v1/profiles/${id}/annotations`)).status).toBe(200)
  })

  describe('in a PATCH', () => {
    const element = (by?: string) => ({ id: randomUUID(), ...good, ...(by && { by }) })

    it('are new only for the person themselves, or nobody in particular, unless the caller is an administrator', async () => {
      for (const [member, path] of [
        [(one: object) => ({ profileData: { workingChanges: { exemplars: [one] } } }), 'workingChanges'],
        [(one: object) => ({ effectiveSnapshot: { exemplars: [one] } }), 'effectiveSnapshot'],
        [
          (one: object) => ({ profileData: { versions: [version({ id: 'v', snapshot: { exemplars: [one] } })] } }),
          'versions/0',
        ],
      ] as const) {
        for (const by of [ann.id, nobody, 'x']) {
          const problem = await refuse(editor, id, member(element(by)), 403, 'person_forbidden')
          expect(problem.detail).toContain(path)
        }
      }
      for (const by of [undefined, editor.id]) {
        expect(
          (await patch(editor, id, { profileData: { workingChanges: { exemplars: [element(by)] } } })).status,
        ).toBe(200)
      }
      for (const by of [ann.id, nobody, 'x']) {
        expect((await patch(owner, id, { profileData: { workingChanges: { exemplars: [element(by)] } } })).status).toBe(
          200,
        )
      }
    })

    it('can be sent again as they are stored, whatever the version, but not changed', async () => {
      await add(ann, id, { exemplars: [good] })
      const { exemplars } = await working()
      const snapshot = { exemplars }
      await change(editor, id, { workingChanges: { exemplars } })
      await change(editor, id, { versions: [version({ id: 'v1', snapshot })], workingChanges: { exemplars: [] } })
      await change(editor, id, { versions: [version({ id: 'v2', parent: 'v1', snapshot: {} })] })
      const turned = Object.fromEntries(Object.entries(exemplars[0]).reverse())
      await change(editor, id, { versions: [version({ id: 'v3', parent: 'v2', snapshot: { exemplars: [turned] } })] })
      const whole = await read(editor, id)
      expect((await patch(editor, id, whole)).status).toBe(200)
      for (const changed of [{ label: 'bad' }, { weight: 9 }, { id: 'other' }, { by: ben.id }]) {
        const body = { profileData: { workingChanges: { exemplars: [{ ...exemplars[0], ...changed }] } } }
        await refuse(editor, id, body, 403, 'person_forbidden')
      }
      await change(editor, id, { workingChanges: { exemplars: [{ id: exemplars[0].id, removed: true }] } })
    })
  })

  it('of two people are no conflict in a merge, and no contradiction', async () => {
    await commit(service, id, { id: 'v1', snapshot: {} })
    await createBranch(service, id, { id: 'other' })
    const snapshot = (by: string, label: string) => ({ exemplars: [{ id: by, label, url, by }] })
    await commit(service, id, { id: 'anns', parent: 'v1', snapshot: snapshot(ann.id, 'good') })
    await commit(service, id, { id: 'bens', parent: 'v1', branch: 'other', snapshot: snapshot(ben.id, 'bad') })
    const merged = await merge(service, id, { sourceBranchId: 'other', targetBranchId: 'main' })
    expect([merged.status, merged.body.conflicts]).toEqual([200, []])
    const { effectiveSnapshot } = await read(service, id)
    expect(effectiveSnapshot.exemplars).toEqual(
      [snapshot(ann.id, 'good'), snapshot(ben.id, 'bad')].flatMap((one) => one.exemplars),
    )
    const { body } = await service.call('GET', `/v1/profiles/${id}/diagnostics`)
    expect(body.contradictions).toEqual([])
    const diff = await service.call('GET', `/v1/profiles/${id}/diff?from=anns&to=bens`)
    expect(diff.body.exemplars).toMatchObject({ added: [{ by: ben.id }], changed: [], removed: [{ by: ann.id }] })
  })

  it('are exported and imported with their people, who stand for nobody in another account', async () => {
    await add(ann, id, { exemplars: [good] })
    await commitWorking('v1')
    await add(ben, id, { exemplars: [bad] })
    const document = { ...(await readExport(service, id)), name: randomUUID() }
    const importBy = (client: typeof service | PersonClient, body: object) =>
      client.call('POST', '/v1/profiles/import', { body: { ...body, name: randomUUID() } })
    const account = service.as(await service.newAccount())
    const { body: key } = await account.call('POST', '/api/api-keys', {
      body: { name: 'w', scopes: ['read', 'write'] },
    })
    const imported = await importBy(service.as(key.key) as never, document)
    expect(imported.status).toBe(201)
    const copy = await readExport(account, imported.body.id)
    expect(copy.profileData).toEqual(document.profileData)
    expect(problemOf(await importBy(editor, document))).toEqual([403, 'person_forbidden'])
    const own = {
      ...document.profileData,
      versions: [],
      branches: [{ id: 'main', name: 'main', headVersionId: null, createdAt: document.createdAt }],
    }
    const workingChanges = { constraints: [], comparisons: [], exemplars: [{ id: 'e', ...good, by: editor.id }] }
    expect((await importBy(editor, { ...document, profileData: { ...own, workingChanges } })).status).toBe(201)
    expect((await importBy(owner, document)).status).toBe(201)
  })

  it('are kept by a profile that is based on another', async () => {
    await add(ann, id, { exemplars: [good] })
    await commitWorking('v1')
    const copy = await createProfile(editor, { basedOn: id })
    expect((await read(service, copy)).effectiveSnapshot.exemplars).toMatchObject([{ by: ann.id }])
  })
})
