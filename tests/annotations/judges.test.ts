import { Palate } from '@palate/client'
import { describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createBranch, createProfile, succeed } from '../profiles/profile-requests.ts'
import { add } from './annotation-requests.ts'

describe.each(engines)('who judged a picture, and when, on %s', (engine) => {
  const service = useService(engine)
  const url = 'https://example.com/a.png'

  const judge = (client: Client, id: string, label: string) => add(client, id, { exemplars: [{ url, label }] })
  /** Who judged each element, and when. */
  const judges = async (id: string, query = '?include_working=true') => {
    const { pictures } = succeed(await service.call('GET', `/v1/profiles/${id}/pictures${query}`)).body
    return pictures.map(({ elementId, judgedAt, judgedBy }: Record<string, unknown>) => ({
      elementId,
      judgedAt,
      judgedBy,
    }))
  }
  const annotator = async (name: string) => {
    const { key, id } = (await service.call('POST', '/api/api-keys', { body: { name, scopes: ['teach'] } })).body
    return { client: service.as(key), judgedBy: { keyId: id, name } }
  }
  const commit = async (id: string) =>
    new Palate({ url: service.url, apiKey: service.key }).profiles.commit(id, { message: 'Judged' })

  it('is kept when somebody else commits, per branch, and after a discard', async () => {
    const id = await createProfile(service)
    const [ada, bob] = [await annotator('Ada'), await annotator('Bob')]
    await judge(ada.client, id, 'good')
    const [first] = await judges(id)
    expect(first).toMatchObject({ judgedBy: ada.judgedBy, judgedAt: expect.stringMatching(/Z$/) })
    await commit(id)
    expect(await judges(id)).toEqual([first])
    expect(await judges(id, '')).toEqual([first])

    await createBranch(service, id, { id: 'bold' })
    await change(service, id, { currentBranchId: 'bold' })
    await judge(bob.client, id, 'bad')
    expect(await judges(id)).toMatchObject([{ elementId: first.elementId, judgedBy: bob.judgedBy }])
    expect(await judges(id, '')).toEqual([first])
    await service.call('DELETE', `/v1/profiles/${id}/annotations`)
    expect(await judges(id)).toEqual([first])
    await judge(bob.client, id, 'bad')
    await commit(id)
    expect(await judges(id, '')).toMatchObject([{ elementId: first.elementId, judgedBy: bob.judgedBy }])
    expect(await judges(id, '?branch_id=main')).toEqual([first])
  })

  it('is absent for elements that a client commits itself', async () => {
    const id = await createProfile(service)
    const exemplars = [{ id: 'e1', url, label: 'good' }]
    const snapshot = { constraints: [], exemplars, comparisons: [] }
    const version = { id: 'v1', branchId: 'main', parentVersionId: null, message: 'one', snapshot }
    await change(service, id, { versions: [version] })
    expect(await judges(id)).toEqual([{ elementId: 'e1' }])
  })
})
