import { randomUUID } from 'node:crypto'
import { unfinishedBatchesMax } from '@palate/server/batches/batch-handlers.ts'
import { describe, expect, test } from 'vitest'
import { expectInvalidAt, expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { cancel, linesOf, many, path, respondAsync, submit, submitAsync, useStage } from './batch-service.ts'

describe.each(engines)('submitting a batch on %s', (engine) => {
  const stage = useStage(engine)

  test('an idempotent repeat of the submission streams the same batch again, also in another media type', async () => {
    const { service, request, host } = stage
    const body = request(['held/again', 'now/again'])
    const headers = { 'idempotency-key': randomUUID() }
    const { batch_id } = await submitAsync(service, body, headers)
    const running = submit(service, body, headers)
    host.open()
    const lines = linesOf(await running)
    host.shut()
    expect((await running).headers.get('idempotency-replayed')).toBe('true')
    expect(lines[0].batch_id).toBe(batch_id)
    expect(lines.at(-1).counts).toEqual({ total: 2, succeeded: 2, failed: 0, canceled: 0 })
    const told = await submit(service, body, { ...headers, ...respondAsync })
    expect([told.status, told.body.batch_id, told.body.status]).toEqual([202, batch_id, 'completed'])
    expect(host.requestsFor('now/again')).toBe(1)
  })

  test('an idempotent repeat is answered while the first submission is still streamed', async () => {
    const { service, request, host } = stage
    const body = request(['held/streamed'])
    const headers = { 'idempotency-key': randomUUID() }
    const streamed = submit(service, body, headers)
    await expect.poll(() => host.requestsFor('held/streamed')).toBe(1)
    const { batch_id, status } = await submitAsync(service, body, headers)
    host.open()
    const [first] = linesOf(await streamed)
    host.shut()
    expect([first.batch_id, status]).toEqual([batch_id, 'in_progress'])
  })

  test('the same key with another body is 409 idempotency_conflict', async () => {
    const { service, request } = stage
    const headers = { 'idempotency-key': randomUUID() }
    await submitAsync(service, request(['now/0']), headers)
    expectProblem(await submit(service, request(['now/1']), headers), 409, 'idempotency_conflict')
  })

  test('a body that names something that does not exist is refused, and no batch is created', async () => {
    const { service, request } = stage
    const ids = async () =>
      (await service.call('GET', path)).body.batches.map(({ batch_id }: { batch_id: string }) => batch_id)
    const before = await ids()
    const refused = [
      [{ dimensions: ['nope'] }, 422, 'unknown_dimension'],
      [{ version_id: 'nope' }, 422, 'unknown_version'],
      [{ branch_id: 'nope' }, 422, 'unknown_branch'],
      [{ profile_id: 'prof_nope' }, 404, 'profile_not_found'],
    ] as const
    for (const [more, status, code] of refused) {
      expectProblem(await submit(service, request(['now/0'], more)), status, code)
    }
    expectInvalidAt(await submit(service, request(['now/0'], { version_id: 'v', branch_id: 'main' })), '/version_id')
    expectInvalidAt(await submit(service, request([])), '/frames')
    expectInvalidAt(await submit(service, request(['now/0'], { metadata: 'text' })), '/metadata')
    expectInvalidAt(await submit(service, request(['now/0'], { metadata: { long: 'x'.repeat(17_000) } })), '/metadata')
    expect(await ids()).toEqual(before)
  })

  test('10,001 frames are 422 too_many_frames', async () => {
    const { service, profile } = stage
    const frames = Array.from({ length: 10_001 }, () => ({ id: 'x', url: 'data:,' }))
    const body = { profile_id: profile, frames, dimensions: ['warmth'] }
    expectProblem(await submit(service, body), 422, 'too_many_frames')
  })

  test('with explain, frames × dimensions past 40,000 are 422 too_many_explanations', async () => {
    const { service, profile } = stage
    const frames = Array.from({ length: 10_000 }, () => ({ id: 'x', url: 'data:,' }))
    const dimensions = ['warmth', 'brightness', 'contrast', 'aesthetics', 'usability']
    const body = { profile_id: profile, frames, dimensions, explain: true }
    expectProblem(await submit(service, body), 422, 'too_many_explanations')
  })

  test('an account may have a limited number of unfinished batches, and the error says what to do', async () => {
    const { service, host } = stage
    const mine = service.as(await service.newAccount())
    const profile = await createProfile(mine)
    const frames = [{ id: 'x', url: host.url('held/limit') }]
    const body = { profile_id: profile, frames, dimensions: ['warmth'] }
    const ids: string[] = []
    for (let i = 0; i < unfinishedBatchesMax; i++) ids.push((await submitAsync(mine, body)).batch_id)
    const refused = await submit(mine, body, respondAsync)
    const { detail } = expectProblem(refused, 429, 'rate_limited')
    expect(detail).toBe('an account may have at most 20 unfinished batches; wait for one to finish, or cancel one')
    expect(refused.headers.get('retry-after')).toBe('10')
    await submitAsync(service, stage.request(['now/0']))
    for (const id of ids) await cancel(mine, id)
    await expect.poll(async () => (await submit(mine, body, respondAsync)).status).toBe(202)
    host.open()
    host.shut()
  })

  test("another account's batch does not exist, nor does another project's for a project's key", async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(many(2, 'now')))
    const scoped = async (projectId: string) =>
      service.as((await service.call('POST', '/api/api-keys', { body: { name: projectId, projectId } })).body.key)
    const strangers = [service.as(await service.newAccount()), await scoped('elsewhere')]
    for (const stranger of strangers) {
      expectProblem(await stranger.call('GET', `${path}/${batch_id}`), 404, 'batch_not_found')
      expectProblem(await stranger.call('GET', `${path}/${batch_id}/results`), 404, 'batch_not_found')
      expectProblem(await cancel(stranger, batch_id), 404, 'batch_not_found')
      expectProblem(await submit(stranger, request(['now/0'])), 404, 'profile_not_found')
      expect((await stranger.call('GET', path)).body).toEqual({ batches: [] })
    }
    const insider = await scoped('studio')
    expectProblem(await insider.call('GET', `${path}?projectId=elsewhere`), 403, 'project_forbidden')
    expect((await service.call('GET', `${path}?projectId=elsewhere`)).body).toEqual({ batches: [] })
    expect((await service.call('GET', `${path}?projectId=studio&limit=1`)).body.batches).toHaveLength(1)
    expect((await insider.call('GET', `${path}/${batch_id}`)).status).toBe(200)
    for (const id of ['none', 'batch_none', 'prof_0']) {
      expectProblem(await service.call('GET', `${path}/${id}`), 404, 'batch_not_found')
      expectProblem(await cancel(service, id), 404, 'batch_not_found')
    }
  })

  test('the list is newest first, in pages, by profile and by status', async () => {
    const { service, host } = stage
    const mine = service.as(await service.newAccount())
    const [one, two] = [await createProfile(mine), await createProfile(mine)]
    const frames = [{ id: 'x', url: host.url('now/list') }]
    const made: string[] = []
    for (const profile_id of [one, two, one]) {
      const lines = linesOf(await submit(mine, { profile_id, frames, dimensions: ['warmth'] }))
      made.unshift(lines[0].batch_id)
    }
    const list = async (query = '') => (await mine.call('GET', `${path}${query}`)).body
    const ids = (body: { batches: { batch_id: string }[] }) => body.batches.map(({ batch_id }) => batch_id)
    const all = await list()
    expect(ids(all)).toEqual(made)
    expect(all).not.toHaveProperty('nextCursor')
    expect(all.batches[0]).toEqual((await mine.call('GET', `${path}/${made[0]}`)).body)
    const first = await list('?limit=2')
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect([ids(first), ids(second), second.nextCursor]).toEqual([made.slice(0, 2), made.slice(2), undefined])
    expect(ids(await list(`?profile_id=${two}`))).toEqual([made[1]])
    for (const nobody of ['prof_nope', '%00', '']) expect(ids(await list(`?profile_id=${nobody}`))).toEqual([])
    expect(ids(await list('?status=completed'))).toEqual(made)
    expect(ids(await list('?status=failed'))).toEqual([])
    expectInvalidAt(await mine.call('GET', `${path}?status=nope`), '/query/status')
    expectInvalidAt(await mine.call('GET', `${path}?cursor=nope`), '/query/cursor')
  })
})
