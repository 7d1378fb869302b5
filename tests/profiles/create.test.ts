import { describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, patch, problemOf, read, refuse } from './profile-requests.ts'

describe.each(engines)('creating profiles on %s', (engine) => {
  const service = useService(engine)

  const create = (body: unknown) => service.call('POST', '/v1/profiles', { body })

  it('POST answers 201 with id, projectId, name, seed, times and Location', async () => {
    const { status, body, headers } = await create({ projectId: 'p1', name: 'First', seed: 'Warm light' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^prof_[0-9a-f]{32}$/),
      projectId: 'p1',
      name: 'First',
      seed: 'Warm light',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.createdAt,
    })
    expect(headers.get('location')).toBe(`/v1/profiles/${body.id}`)
    expect((await read(service, body.id)).name).toBe('First')
  })

  it('a new profile has one empty branch main, no versions, empty working changes and an unused budget', async () => {
    const { body } = await create({ projectId: 'p1', name: 'New' })
    expect(await read(service, body.id)).toEqual({
      ...body,
      seed: null,
      profileData: {
        branches: [{ id: 'main', name: 'main', headVersionId: null, createdAt: body.createdAt }],
        versions: [],
        currentBranchId: 'main',
        workingChanges: { constraints: [], exemplars: [], comparisons: [] },
        budget: {
          questions: { used: 0, total: 20 },
          labels: { used: 0, total: 50 },
          comparisons: { used: 0, total: 100 },
        },
      },
      effectiveSnapshot: {
        constraints: [],
        exemplars: [],
        comparisons: [],
        latentScores: {},
        promptSummary: '',
        embeddingCentroid: [],
      },
    })
  })

  it('unknown members of the body are ignored', async () => {
    const { body } = await create({ projectId: 'p1', name: 'Extra', id: 'prof_mine', profileData: {}, colour: 'red' })
    expect(Object.keys(body).sort()).toEqual(['createdAt', 'id', 'name', 'projectId', 'seed', 'updatedAt'])
    expect(body.id).not.toBe('prof_mine')
  })

  it('name is trimmed', async () => {
    expect((await create({ projectId: 'p1', name: ' \t Trimmed  \n' })).body.name).toBe('Trimmed')
  })

  it.each([
    ['1 character', 'x'],
    ['255 characters', 'n'.repeat(255)],
    ['255 characters that take two units each', '🎨'.repeat(255)],
    ['255 characters between blanks', `  ${'m'.repeat(255)}  `],
  ])('name may have %s', async (_, name) => {
    const { status, body } = await create({ projectId: 'names', name })
    expect([status, body.name]).toEqual([201, name.trim()])
  })

  it.each([
    ['missing', undefined],
    ['null', null],
    ['a number', 7],
    ['empty', ''],
    ['blank', ' \n '],
    ['256 characters long', 'n'.repeat(256)],
    ['256 characters long, of two units each', '🎨'.repeat(256)],
  ])('a name that is %s is 400 invalid_request at /name', async (_, name) => {
    const answer = await create({ projectId: 'p1', name })
    expect(problemOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.errors[0].path).toBe('/name')
  })

  it('name is unique in its project: 409 name_taken, even if only surrounding blanks differ', async () => {
    await create({ projectId: 'p1', name: 'Only one' })
    expect(problemOf(await create({ projectId: 'p1', name: 'Only one' }))).toEqual([409, 'name_taken'])
    expect(problemOf(await create({ projectId: 'p1', name: ' Only one ' }))).toEqual([409, 'name_taken'])
  })

  it('the same name in another project or in another case is a different name', async () => {
    expect((await create({ projectId: 'p2', name: 'Only one' })).status).toBe(201)
    expect((await create({ projectId: 'p1', name: 'ONLY ONE' })).status).toBe(201)
  })

  it('renaming to a taken name is 409 name_taken and changes nothing', async () => {
    await createProfile(service, { projectId: 'p3', name: 'Taken' })
    const id = await createProfile(service, { projectId: 'p3', name: 'Mine' })
    await refuse(
      service,
      id,
      { name: ' Taken ', seed: 'lost', profileData: { currentBranchId: 'main' } },
      409,
      'name_taken',
    )
    expect((await patch(service, id, { name: 'Mine' })).status).toBe(200)
  })

  it('a name is free again after a rename and after a deletion', async () => {
    const id = await createProfile(service, { projectId: 'p4', name: 'A' })
    await patch(service, id, { name: 'B' })
    const other = await createProfile(service, { projectId: 'p4', name: 'A' })
    await service.call('DELETE', `/v1/profiles/${other}`)
    expect((await patch(service, id, { name: 'A' })).body.name).toBe('A')
  })

  it.each([
    ['5000 characters', 's'.repeat(5000)],
    ['5000 characters of two units each', '🌲'.repeat(5000)],
    ['none at all', ''],
  ])('seed may have %s and is stored as sent', async (_, seed) => {
    const id = await createProfile(service, { seed })
    expect((await read(service, id)).seed).toBe(seed)
  })

  it('seed may be null, at creation and later', async () => {
    const id = await createProfile(service, { seed: null })
    expect((await read(service, id)).seed).toBe(null)
    await patch(service, id, { seed: 'Quiet' })
    expect((await patch(service, id, { seed: null })).body.seed).toBe(null)
  })

  it.each([
    ['5001 characters long', 's'.repeat(5001)],
    ['a number', 5],
    ['an object', {}],
  ])('a seed that is %s is 400 invalid_request at /seed', async (_, seed) => {
    const answer = await create({ projectId: 'p1', name: 'Bad seed', seed })
    expect(problemOf(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.errors[0].path).toBe('/seed')
    await refuse(service, await createProfile(service), { name: 'Other', seed }, 400, 'invalid_request')
  })

  it.each([[undefined], [null], [''], ['a b'], ['ü'], ['x'.repeat(129)], [7], ['a/b']])(
    'projectId %j is 400 invalid_request at /projectId',
    async (projectId) => {
      const answer = await create({ projectId, name: 'Nowhere' })
      expect(problemOf(answer)).toEqual([400, 'invalid_request'])
      expect(answer.body.errors[0].path).toBe('/projectId')
    },
  )

  it('the prompt summary of a profile with only a seed is the seed', async () => {
    const id = await createProfile(service, { seed: ' Soft light ' })
    expect((await read(service, id)).effectiveSnapshot.promptSummary).toBe('Soft light.')
  })
})
