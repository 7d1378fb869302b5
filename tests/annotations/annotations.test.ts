import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  createProfile,
  patch,
  problemOf,
  read,
  readExport,
  succeed,
  version,
} from '../profiles/profile-requests.ts'
import { add, annotate, comparison, label, question, takeBack } from './annotation-requests.ts'

const picture = `data:image/png;base64,${'A'.repeat(20_000)}`
const otherPicture = `data:image/png;base64,${'B'.repeat(20_000)}`

describe.each(engines)('annotations on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeEach(async () => {
    id = await createProfile(service)
  })

  const data = async () => (await read(service, id)).profileData
  const unused = {
    questions: { used: 0, total: 20 },
    labels: { used: 0, total: 50 },
    comparisons: { used: 0, total: 100 },
  }

  it('are appended to the working changes, counted, and returned as stored', async () => {
    await change(service, id, { workingChanges: { constraints: [question('sent')], exemplars: [label('before')] } })
    const sent = { constraints: [question('a'), question('b')], comparisons: [comparison('p')] }
    const { body } = await add(service, id, sent)
    const budget = { ...unused, questions: { used: 2, total: 20 }, comparisons: { used: 1, total: 100 } }
    const understood = ['a', 'b'].map((one) => ({ id: one, wishes: [], notUnderstood: ['yes'] }))
    const effect = (list: string, elementId: string) => ({ list, id: elementId, before: 'nothing' })
    const changes = [effect('constraints', 'a'), effect('constraints', 'b'), effect('comparisons', 'p')]
    expect(body).toEqual({ ...sent, exemplars: [], replaced: [], changes, understood, budget })
    await add(service, id, { constraints: [question('c')], exemplars: [label('e')] })
    const { workingChanges, budget: after } = await data()
    expect(workingChanges).toEqual({
      constraints: ['sent', 'a', 'b', 'c'].map((one) => question(one)),
      exemplars: [label('before'), label('e')],
      comparisons: [comparison('p')],
    })
    expect(after).toEqual({ ...budget, questions: { used: 3, total: 20 }, labels: { used: 1, total: 50 } })
  })

  it('tell at once how each answer was understood', async () => {
    const constraints = [
      { id: 'dark', question: 'Bright or dark?', answer: 'dark' },
      { id: 'never', questionId: 'colour-harmony', answer: 'no, never' },
      { id: 'may', questionId: 'colour-harmony', answer: 'they may' },
      { id: 'words', answer: 'for climbers' },
      { id: 'gone', removed: true },
    ]
    const { body } = await add(service, id, { constraints })
    expect(body.understood).toEqual([
      {
        id: 'dark',
        wishes: [expect.objectContaining({ attribute: 'brightness', direction: 'less' })],
        notUnderstood: [],
      },
      {
        id: 'never',
        wishes: [expect.objectContaining({ attribute: 'palette_harmony', direction: 'more', phrase: 'not clash' })],
        notUnderstood: [],
      },
      { id: 'may', wishes: [], notUnderstood: [] },
      { id: 'words', wishes: [], notUnderstood: ['climbers'] },
    ])
    expect((await add(service, id, { exemplars: [label('e')] })).body.understood).toEqual([])
  })

  it('a known id replaces the element in place at no cost, wherever the element came from', async () => {
    await change(service, id, { workingChanges: { constraints: [question('sent'), question('kept')] } })
    await add(service, id, { constraints: [question('a'), question('b')] })
    const { body } = await add(service, id, { constraints: [question('a', 'no'), question('sent', 'no')] })
    expect(body.budget.questions).toEqual({ used: 2, total: 20 })
    expect((await data()).workingChanges.constraints).toEqual([
      question('sent', 'no'),
      question('kept'),
      question('a', 'no'),
      question('b'),
    ])
  })

  it('an element without an id gets one, and sending the same content again is the same element', async () => {
    const content = { question: 'Warm?', answer: 'yes' }
    const { body } = await add(service, id, { constraints: [content, content] })
    expect(body.constraints).toEqual([{ id: expect.stringMatching(/^con_/), ...content }])
    const again = await add(service, id, { constraints: [content] })
    expect(again.body).toEqual({ ...body, changes: [] })
    expect(body.budget.questions.used).toBe(1)
    expect((await data()).workingChanges.constraints).toEqual(body.constraints)
  })

  it('a request that changes nothing keeps updatedAt and ETag; the response has the new ETag', async () => {
    const first = await add(service, id, { constraints: [question('a')] })
    const before = await service.call('GET', `/v1/profiles/${id}`)
    expect(before.headers.get('etag')).toBe(first.headers.get('etag'))
    const again = await add(service, id, { constraints: [question('a')] })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect((await service.call('GET', `/v1/profiles/${id}`)).text).toBe(before.text)
    const stale = { 'if-match': before.headers.get('etag') ?? '' }
    await add(service, id, { constraints: [question('b')] })
    expect(problemOf(await patch(service, id, { seed: 's' }, stale))).toEqual([412, 'precondition_failed'])
  })

  it('a request within the budget is accepted whole, and one past it is refused whole with the counter', async () => {
    await change(service, id, { budget: { questions: { total: 3 }, labels: { total: 0 } } })
    await add(service, id, { constraints: [question('a'), question('b')] })
    const before = await service.call('GET', `/v1/profiles/${id}`)
    const two = await annotate(service, id, {
      comparisons: [comparison('p')],
      constraints: [question('c'), question('d')],
    })
    expect(problemOf(two)).toEqual([409, 'budget_exceeded'])
    expect(two.body).toMatchObject({ counter: 'questions', used: 2, total: 3 })
    const none = await annotate(service, id, { exemplars: [label('e')] })
    expect(none.body).toMatchObject({ code: 'budget_exceeded', counter: 'labels', used: 0, total: 0 })
    expect((await service.call('GET', `/v1/profiles/${id}`)).text).toBe(before.text)
    const { body } = await add(service, id, { constraints: [question('a', 'no'), question('c')] })
    expect(body.budget.questions).toEqual({ used: 3, total: 3 })
    // A replacement costs nothing, even past a total that was lowered since.
    await change(service, id, { budget: { questions: { total: 1 } } })
    await add(service, id, { constraints: [question('a', 'maybe')] })
  })

  it('removing one also subtracts its count, which never falls below 0', async () => {
    await change(service, id, { workingChanges: { exemplars: [label('sent')] } })
    await add(service, id, { constraints: [question('a b/c'), question('d')], exemplars: [label('e')] })
    expect(succeed(await takeBack(service, id, 'a b/c')).body.budget.questions).toEqual({ used: 1, total: 20 })
    expect(succeed(await takeBack(service, id, 'sent')).body.budget.labels).toEqual({ used: 0, total: 50 })
    expect(succeed(await takeBack(service, id, 'e')).body.budget.labels).toEqual({ used: 0, total: 50 })
    expect((await data()).workingChanges).toEqual({ constraints: [question('d')], exemplars: [], comparisons: [] })
    for (const gone of ['e', 'unknown', '\0']) {
      expect(problemOf(await takeBack(service, id, gone))).toEqual([404, 'annotation_not_found'])
    }
  })

  it('if elements of several kinds share an id, the constraint is removed first', async () => {
    await add(service, id, { exemplars: [label('x')], constraints: [question('x')] })
    succeed(await takeBack(service, id, 'x'))
    expect((await data()).workingChanges).toMatchObject({ constraints: [], exemplars: [label('x')] })
    succeed(await takeBack(service, id, 'x'))
    expect((await data()).workingChanges.exemplars).toEqual([])
  })

  it('a PATCH that replaces a list replaces its annotations and keeps the other lists', async () => {
    await add(service, id, { constraints: [question('a')], exemplars: [label('e')], comparisons: [comparison('p')] })
    await change(service, id, { workingChanges: { constraints: [question('new')] }, seed: 's' })
    await change(service, id, { budget: { questions: { used: 9 } } })
    await add(service, id, { constraints: [question('b')], exemplars: [label('e2')] })
    expect((await data()).workingChanges).toEqual({
      constraints: [question('new'), question('b')],
      exemplars: [label('e'), label('e2')],
      comparisons: [comparison('p')],
    })
  })

  it('a PATCH that does not send working changes keeps them, and a commit that sends them empty clears them', async () => {
    await add(service, id, { constraints: [question('a')] })
    await change(service, id, { versions: [version({ id: 'v1' })] })
    expect((await data()).workingChanges.constraints).toEqual([question('a')])
    const workingChanges = { constraints: [], exemplars: [], comparisons: [] }
    await change(service, id, { versions: [version({ id: 'v2', parent: 'v1' })], workingChanges })
    expect((await data()).workingChanges).toEqual(workingChanges)
    await add(service, id, { constraints: [question('a')] })
    expect((await data()).workingChanges.constraints).toEqual([question('a')])
  })

  it('appear in the diff, in the export and in its import', async () => {
    await change(service, id, { versions: [version({ id: 'v1', snapshot: { constraints: [question('a')] } })] })
    await add(service, id, {
      constraints: [question('a', 'no')],
      exemplars: [{ id: 'e', label: 'bad', imageData: picture }],
    })
    const diff = succeed(await service.call('GET', `/v1/profiles/${id}/diff?from=main&to=working`)).body
    expect(diff.constraints.changed).toEqual([{ id: 'a', from: question('a'), to: question('a', 'no') }])
    expect(diff.exemplars.added).toEqual([{ id: 'e', label: 'bad', imageData: picture }])
    const exported = await readExport(service, id)
    const copy = await service.call('POST', '/v1/profiles/import', { body: { ...exported, name: randomUUID() } })
    expect(copy.status).toBe(201)
    expect((await read(service, copy.body.id)).profileData.workingChanges).toEqual((await data()).workingChanges)
  })

  it('inline pictures are returned as sent, even after they were replaced and removed', async () => {
    const exemplars = [
      { id: 'e', label: 'good', imageData: picture },
      { id: 'same', label: 'bad', imageData: picture },
    ]
    const { body } = await add(service, id, { exemplars })
    expect(body.exemplars).toEqual(exemplars)
    await add(service, id, { exemplars: [{ id: 'e', label: 'good', imageData: otherPicture }] })
    succeed(await takeBack(service, id, 'e'))
    expect((await data()).workingChanges.exemplars).toEqual([exemplars[1]])
    await add(service, id, { exemplars: [{ id: 'e', label: 'good', imageData: otherPicture }] })
    expect((await data()).workingChanges.exemplars[1].imageData).toBe(otherPicture)
  })

  it.each([
    [{}, ''],
    [{ constraints: [], exemplars: [] }, ''],
    [{ constraints: Array.from({ length: 501 }, () => ({})), exemplars: Array.from({ length: 500 }, () => ({})) }, ''],
    [{ constraints: [{ id: 'a' }, { id: 'a' }] }, '/constraints/1/id'],
    [{ exemplars: [{ label: 'fine' }] }, '/exemplars/0/label'],
    [{ exemplars: [{ removed: 'yes' }] }, '/exemplars/0/removed'],
    [{ comparisons: {} }, '/comparisons'],
    [[], ''],
  ])('%#: a body that is not 1 to 1,000 elements is 400', async (body, path) => {
    const answer = await annotate(service, id, body)
    expect(problemOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.errors[0].path).toBe(path)
  })

  it('the same idempotency key returns the same response and counts once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { exemplars: [{ label: 'good', imageData: picture }] }
    const first = await annotate(service, id, body, headers)
    succeed(await takeBack(service, id, first.body.exemplars[0].id))
    const again = await annotate(service, id, body, headers)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect((await data()).budget).toEqual(unused)
    const other = await annotate(service, id, { exemplars: [label('x')] }, headers)
    expect(problemOf(other)).toEqual([409, 'idempotency_conflict'])
  })

  it('the profile does not exist for another account or another project', async () => {
    await add(service, id, { constraints: [question('a')] })
    const scoped = await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'elsewhere' } })
    for (const stranger of [service.as(await service.newAccount()), service.as(scoped.body.key)]) {
      expect(problemOf(await annotate(stranger, id, { constraints: [question('b')] }))).toEqual([
        404,
        'profile_not_found',
      ])
      expect(problemOf(await takeBack(stranger, id, 'a'))).toEqual([404, 'profile_not_found'])
    }
    expect((await data()).workingChanges.constraints).toEqual([question('a')])
  })

  it('cause profile.updated, and annotation.budget_reached when a counter reaches its total', async () => {
    await change(service, id, { budget: { questions: { total: 2 } } })
    await add(service, id, { constraints: [question('a')] })
    await add(service, id, { constraints: [question('b')] })
    await add(service, id, { constraints: [question('b', 'no')] })
    await add(service, id, { constraints: [question('b', 'no')] })
    succeed(await takeBack(service, id, 'a'))
    const { events } = succeed(await service.call('GET', '/v1/events?limit=7')).body
    const own = events.filter((event: { data: { profileId: string } }) => event.data.profileId === id).toReversed()
    const both = ['workingChanges', 'budget']
    expect(
      own.map(({ type, data: { changes } }: { type: string; data: { changes: unknown } }) => [type, changes]),
    ).toEqual([
      ['profile.created', undefined],
      ['profile.updated', ['budget']],
      ['profile.updated', both],
      ['profile.updated', both],
      ['annotation.budget_reached', undefined],
      ['profile.updated', ['workingChanges']],
      ['profile.updated', both],
    ])
    expect(own[4].data).toMatchObject({ profileId: id, counter: 'questions', used: 2, total: 2 })
  })
})
