import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, merge, problemOf, read, readExport, stateOf, succeed } from '../profiles/profile-requests.ts'
import { emptyModel, type Model, planOf, type Wish, wish } from './model.ts'
import { runsFactor } from './runs.ts'

interface Stored {
  readonly id: string
  readonly branchId: string
  readonly parentVersionId: string | null
  readonly mergedFrom?: string
  readonly snapshot: object
}

describe.each(engines)('the laws of history on %s', (engine) => {
  const service = useService(engine)

  const get = (id: string) => service.call('GET', `/v1/profiles/${id}`)

  /** Takes one step and checks the profile against every law and against the model. */
  async function step(id: string, model: Model, wished: Wish): Promise<void> {
    const before = await get(id)
    const plan = planOf(model, wished)
    const answer = await service.call(plan.method, `/v1/profiles/${id}${plan.path ?? ''}`, { body: plan.body })
    const after = await get(id)
    if (plan.refused) {
      expect(problemOf(answer), answer.text).toEqual(plan.refused)
      expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
      return
    }
    plan.done?.(succeed(answer).body)
    expectLaws(before.body, after.body)
    expectModel(after.body, model)
  }

  it(
    'any steps, valid and invalid: append-only, linear, heads exist, effective snapshot = state of the head, all or nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(wish, { minLength: 30, maxLength: 60, size: 'max' }), async (wishes) => {
          const id = await createProfile(service)
          const model = emptyModel()
          for (const wished of wishes) await step(id, model, wished)
          await expectSelfMergesEmpty(id, model)
          await expectCopyEqual(id)
        }),
        { numRuns: (engine === 'sqlite' ? 4 : 2) * runsFactor, endOnFailure: true },
      )
    },
    300_000 * runsFactor,
  )

  async function expectSelfMergesEmpty(id: string, { branches }: Model): Promise<void> {
    const before = await get(id)
    for (const branchId of branches.keys()) {
      const { body } = succeed(await merge(service, id, { sourceBranchId: branchId, targetBranchId: branchId }))
      expect(body).toEqual({ version: null, conflicts: [] })
    }
    expect((await get(id)).text).toBe(before.text)
  }

  async function expectCopyEqual(id: string): Promise<void> {
    const document = await readExport(service, id)
    const answer = await service.call('POST', '/v1/profiles/import', { body: { ...document, projectId: 'copies' } })
    expect(answer.status, answer.text).toBe(201)
    const copy = answer.body.id
    expect(await readExport(service, copy)).toEqual({ ...document, projectId: 'copies' })
    expect(await read(service, copy)).toEqual({ ...(await read(service, id)), id: copy, projectId: 'copies' })
  }
})

type Document = Awaited<ReturnType<typeof read>>

function expectLaws(before: Document, after: Document): void {
  const [old, versions]: [Stored[], Stored[]] = [before.profileData.versions, after.profileData.versions]
  expect(versions.slice(0, old.length), 'append-only').toEqual(old)
  const seen = new Set<string | null | undefined>([null, undefined])
  for (const { id, parentVersionId, mergedFrom } of versions) {
    expect(seen.has(parentVersionId) && seen.has(mergedFrom), 'linear: what a version follows was there before').toBe(
      true,
    )
    expect(seen.has(id), 'an id names one version').toBe(false)
    seen.add(id)
  }
  const { branches, currentBranchId } = after.profileData
  for (const { headVersionId } of branches) expect(seen.has(headVersionId), 'heads exist').toBe(true)
  const current = branches.find((one: { id: string }) => one.id === currentBranchId)
  const head = versions.find(({ id }) => id === current.headVersionId)
  expect(after.effectiveSnapshot, 'effective snapshot = state of the head').toMatchObject(head?.snapshot ?? stateOf({}))
}

function expectModel({ profileData, effectiveSnapshot }: Document, model: Model): void {
  const heads = profileData.branches.map((one: { id: string; headVersionId: string }) => [one.id, one.headVersionId])
  expect(new Map(heads)).toEqual(new Map([...model.branches].map(([id, { head }]) => [id, head])))
  expect(profileData.currentBranchId).toBe(model.current)
  const versions = profileData.versions.map(({ id, branchId, parentVersionId, snapshot }: Stored) => [
    id,
    { branchId, parent: parentVersionId, snapshot },
  ])
  expect(versions).toEqual([...model.versions])
  expect(profileData.workingChanges.constraints).toEqual(model.working)
  if (model.override === undefined) expect(effectiveSnapshot.promptSummary).not.toMatch(/^Summary/)
  else expect(effectiveSnapshot.promptSummary).toBe(model.override)
}
