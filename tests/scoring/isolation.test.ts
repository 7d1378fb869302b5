import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { askScore, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

describe.each(engines)('scoring keeps accounts and projects apart on %s', (engine) => {
  let stage: Stage
  let id: string
  let url: string
  beforeAll(async () => {
    stage = await openStage(engine)
    url = await stage.picture('warm', 1)
    id = await profileWith(stage.service, { exemplars: [{ id: 'e', url, label: 'good', dimension: 'secret' }] })
  })
  afterAll(() => stage.close())

  async function expectNotThere(client: Client): Promise<void> {
    const body = { profile_id: id, frames: [{ id: 'f', url }] }
    expectProblem(await askScore(client, body), 404, 'profile_not_found')
    expectProblem(await askScore(client, { ...body, version_id: 'v1' }), 404, 'profile_not_found')
    expectProblem(await client.call('GET', `/v1/dimensions?profile_id=${id}`), 404, 'profile_not_found')
    expectProblem(await client.call('GET', `/v1/profiles/${id}/diagnostics`), 404, 'profile_not_found')
    expectProblem(await client.call('POST', `/v1/profiles/${id}/refresh`), 404, 'profile_not_found')
  }

  it("another account's profile does not exist", async () => {
    await expectNotThere(stage.service.as(await stage.service.newAccount()))
  })

  it("a profile of another project does not exist for a project's key", async () => {
    await expectNotThere(stage.service.as(await keyFor('elsewhere')))
  })

  it("a key of the profile's own project may do everything with it", async () => {
    const client = stage.service.as(await keyFor('studio'))
    expect(await scoreOf(client, id, url, { dimension: 'secret' })).toBeGreaterThan(0.5)
    expect((await client.call('GET', `/v1/profiles/${id}/diagnostics`)).status).toBe(200)
    expect((await client.call('POST', `/v1/profiles/${id}/refresh`)).status).toBe(200)
  })

  async function keyFor(projectId: string): Promise<string> {
    const made = await stage.service.call('POST', '/api/api-keys', { body: { name: 'scoped', projectId } })
    expect(made.status, made.text).toBe(201)
    return made.body.key
  }
})
