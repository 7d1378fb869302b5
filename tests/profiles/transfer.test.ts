import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import {
  change,
  createBranch,
  createProfile,
  headOf,
  merge,
  patch,
  problemOf,
  read,
  readExport,
  stateOf,
  succeed,
  version,
} from './profile-requests.ts'

describe.each(engines)('export and import on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeAll(async () => {
    id = await createRich()
  })

  const importing = (body: unknown, key = service.key) => service.call('POST', '/v1/profiles/import', { body, key })

  /** A profile with a value in every member. */
  async function createRich(): Promise<string> {
    const made = await createProfile(service, { projectId: 'rich', seed: 'Warm ✓' })
    await change(service, made, {
      versions: [
        version({
          id: 'v1',
          snapshot: { constraints: [{ id: 'c', answer: 1, note: ['kept'] }], latentScores: { f: 2 } },
        }),
        version({ id: 'v2', parent: 'v1', snapshot: stateOf({ c: 'v2', d: 'v2' }) }),
        version({
          id: 'x1',
          parent: 'v1',
          branch: 'x',
          snapshot: { comparisons: [{ frameA: 'a', frameB: 'b', winner: 'a' }] },
        }),
      ],
      branches: [{ id: 'x', name: 'feature/x', description: 'A try', headVersionId: 'x1' }],
      workingChanges: { exemplars: [{ id: 'e', label: 'bad', url: 'https://pictures.test/1.png' }] },
      budget: { labels: { used: 4, total: 60 } },
    })
    await createBranch(service, made, { id: 'gone' })
    await change(service, made, { versions: [version({ id: 'g1', parent: 'v2', branch: 'gone' })] })
    succeed(await merge(service, made, { sourceBranchId: 'x', targetBranchId: 'main', strategy: 'ours' }))
    succeed(await service.call('DELETE', `/v1/profiles/${made}/branches/gone`))
    await change(service, made, { currentBranchId: 'x', branches: [{ id: 'x', headVersionId: 'v1' }] })
    succeed(await patch(service, made, { effectiveSnapshot: { promptSummary: 'Put over', embeddingCentroid: [0.25] } }))
    return made
  }

  it('importing the same document is 201 and creates an equal profile with a new id', async () => {
    const document = await readExport(service, id)
    const { status, body, headers } = await importing({ ...document, name: 'Copy' })
    expect(status).toBe(201)
    expect(body.id).not.toBe(id)
    expect(headers.get('location')).toBe(`/v1/profiles/${body.id}`)
    expect(await readExport(service, body.id)).toEqual({ ...document, name: 'Copy' })
    const [original, copy] = [await read(service, id), await read(service, body.id)]
    expect(copy).toEqual({ ...original, id: body.id, name: 'Copy' })
  })

  it('exporting an imported export returns the same document, also in another account', async () => {
    const document = await readExport(service, id)
    const other = service.as(await service.newAccount())
    const { status, body } = await importing(document, other.key)
    expect(status).toBe(201)
    expect(await readExport(other, body.id)).toEqual(document)
  })

  it('the copy behaves like the original: heads can move to the same versions', async () => {
    const { body } = await importing({ ...(await readExport(service, id)), name: 'Living copy' })
    await change(service, body.id, { branches: [{ id: 'x', headVersionId: 'x1' }] })
    expect(await headOf(service, body.id, 'x')).toBe('x1')
    await change(service, body.id, { versions: [version({ id: 'x2', parent: 'x1', branch: 'x' })] })
    const merged = succeed(
      await merge(service, body.id, { sourceBranchId: 'x', targetBranchId: 'main', strategy: 'ours' }),
    )
    expect(merged.body.version.mergedFrom).toBe('x2')
    expect((await readExport(service, id)).profileData.versions.length).toBe(5)
  })

  it('projectId and name override those of the document', async () => {
    const { body } = await importing({ ...(await readExport(service, id)), projectId: 'elsewhere', name: ' Other ' })
    expect([body.projectId, body.name]).toEqual(['elsewhere', 'Other'])
  })

  it('the export contains no id of the profile, the account or a key, and no computed member', async () => {
    const { text, body } = await service.call('GET', `/v1/profiles/${id}/export`)
    expect(text).not.toMatch(/prof_|acct_|plt_/)
    expect(Object.keys(body)).toEqual([
      'format',
      'projectId',
      'name',
      'seed',
      'createdAt',
      'updatedAt',
      'profileData',
      'effectiveOverride',
    ])
  })

  it('the document of GET can be imported as well', async () => {
    const original = await read(service, id)
    const { status, body } = await importing({ ...original, name: 'From GET' })
    expect(status).toBe(201)
    expect((await read(service, body.id)).profileData).toEqual(original.profileData)
  })

  it('a branch that was deleted and created again survives the transfer', async () => {
    const made = await createProfile(service)
    await change(service, made, { branches: [{ id: 'x', name: 'x' }], versions: [version({ id: 'x1', branch: 'x' })] })
    succeed(await service.call('DELETE', `/v1/profiles/${made}/branches/x`))
    await createBranch(service, made, { id: 'x' })
    const document = await readExport(service, made)
    const { status, body } = await importing({ ...document, name: 'Made again' })
    expect(status).toBe(201)
    expect((await readExport(service, body.id)).profileData).toEqual(document.profileData)
  })

  it('overrides of the effective snapshot follow the rules for elements in an import as well', async () => {
    const document = await readExport(service, id)
    const put = (constraints: readonly object[]) =>
      importing({ ...document, name: `Over ${constraints.length}`, effectiveOverride: { constraints } })
    const { body } = await put([{ answer: 'no id' }])
    expect((await read(service, body.id)).effectiveSnapshot.constraints).toEqual([
      { id: expect.stringMatching(/^con_/), answer: 'no id' },
    ])
    expect((await put([{ id: 'd' }, { id: 'd' }])).body.errors[0].path).toBe('/effectiveOverride/constraints/1/id')
  })

  it('updatedAt never decreases, even when a branch is deleted', async () => {
    const document = await readExport(service, id)
    const updatedAt = '2099-01-01T00:00:00.000Z'
    const made = await importing({ ...document, name: 'Of the future', updatedAt })
    await createBranch(service, made.body.id, { id: 'short-lived' })
    succeed(await service.call('DELETE', `/v1/profiles/${made.body.id}/branches/short-lived`))
    expect((await read(service, made.body.id)).updatedAt).toBe(updatedAt)
  })

  it('the name of an existing profile is 409 name_taken, and nothing is created', async () => {
    expect(problemOf(await importing(await readExport(service, id)))).toEqual([409, 'name_taken'])
  })

  type Document = Record<string, unknown> & { profileData: Record<string, never> }
  const data = (document: Document, more: object) => ({
    ...document,
    profileData: { ...document.profileData, ...more },
  })
  const main = { id: 'main', name: 'main', headVersionId: 'v1', createdAt: '2026-01-01T00:00:00Z' }
  const only = (...ids: readonly string[]) =>
    ids.map((one, i) => ({ ...version({ id: one, parent: ids[i - 1] ?? null }), createdAt: '2026-01-01T00:00:00Z' }))

  it.each([
    ['no branch', 400, 'invalid_request', { branches: [] }],
    ['no branch main', 400, 'invalid_request', { versions: [], branches: [{ ...main, id: 'x', headVersionId: null }] }],
    [
      'two branches of one id',
      400,
      'invalid_request',
      { versions: only('v1'), branches: [main, { ...main, name: 'x' }] },
    ],
    [
      'two branches of one name',
      409,
      'branch_name_taken',
      { versions: only('v1'), branches: [main, { ...main, id: 'x' }] },
    ],
    ['a head that is nowhere', 422, 'unknown_version', { versions: [], branches: [main], currentBranchId: 'main' }],
    [
      'a head elsewhere',
      422,
      'version_not_on_branch',
      { versions: only('v1'), branches: [main, { ...main, id: 'x', name: 'x', startVersionId: null }] },
    ],
    [
      'no head in spite of versions',
      422,
      'version_not_on_branch',
      { versions: only('v1'), branches: [{ ...main, headVersionId: null }] },
    ],
    [
      'a start that is nowhere',
      422,
      'unknown_version',
      { versions: only('v1'), branches: [{ ...main, startVersionId: 'v9' }] },
    ],
    [
      'a parent branch that is nowhere',
      422,
      'unknown_branch',
      { versions: only('v1'), branches: [{ ...main, parentBranchId: 'y' }] },
    ],
    [
      'a branch that comes from itself',
      400,
      'invalid_request',
      {
        versions: only('v1'),
        branches: [
          { ...main, parentBranchId: 'x' },
          { ...main, id: 'x', name: 'x', startVersionId: 'v1', parentBranchId: 'main' },
        ],
      },
    ],
    ['a current branch that is nowhere', 422, 'unknown_branch', { currentBranchId: 'y' }],
    [
      'a parent that comes after',
      422,
      'unknown_version',
      { versions: only('v2', 'v1').toReversed(), branches: [main], currentBranchId: 'main' },
    ],
    [
      'a version twice',
      400,
      'invalid_request',
      { versions: [...only('v1'), ...only('v1')], branches: [main], currentBranchId: 'main' },
    ],
    [
      'an element twice',
      400,
      'invalid_request',
      { workingChanges: { constraints: [{ id: 'c' }, { id: 'c' }], exemplars: [], comparisons: [] } },
    ],
    ['no budget', 400, 'invalid_request', { budget: undefined }],
    [
      'a version without snapshot',
      400,
      'invalid_request',
      { versions: only('v1').map(({ snapshot: _, ...rest }) => rest) },
    ],
  ])('import of %s is %i %s and creates nothing', async (_, status, code, wrong) => {
    const key = await service.newAccount()
    const document = data(await readExport(service, id), wrong)
    expect(problemOf(await importing(document, key))).toEqual([status, code])
    expect((await service.call('GET', '/v1/profiles', { key })).body).toEqual({ profiles: [] })
    expect((await service.call('GET', '/api/projects', { key })).body).toEqual({ projects: [] })
  })

  it.each([[{}], [[]], [{ format: 'palate.profile/2' }], [{ createdAt: 'yesterday' }], [{ seed: 1 }], [{ name: '' }]])(
    'a document with %j is 400',
    async (wrong) => {
      const document =
        Array.isArray(wrong) || Object.keys(wrong).length === 0
          ? wrong
          : { ...(await readExport(service, id)), ...wrong }
      expect(problemOf(await importing(document))).toEqual([400, 'invalid_request'])
    },
  )
})
