import { groupCharactersMax, promptCharactersMax, seedDigitsMax } from '@palate/core/frames/made-with.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { commit, createProfile, succeed } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { frameOf, uploadForm } from './frame-requests.ts'

describe.each(engines)('what frames were made with on %s', (engine) => {
  const service = useService(engine)
  let picture: Buffer
  let other: Buffer
  beforeAll(async () => {
    picture = await paint({ mood: 'warm', seed: 1 })
    other = await paint({ mood: 'warm', seed: 2 })
  })

  type Fields = Readonly<Record<string, string>>
  const partsOf = (fields: Fields) =>
    Object.entries(fields).map(([field, value]) => ({ field, bytes: Buffer.from(value) }))
  /** One field before the file, the others after it. */
  const uploadWith = (fields: Fields, { project = 'studio', client = service as Client, headers = {} } = {}) => {
    const [first, ...rest] = partsOf(fields)
    return uploadForm(client, [...(first ? [first] : []), { name: 'a.png', bytes: picture }, ...rest], {
      project,
      headers,
    })
  }
  const change = (body: object) => service.call('PATCH', '/api/frames', { body })
  const listed = async (project: string) => (await service.call('GET', `/api/frames?projectId=${project}`)).body.frames

  it('is stored with the picture, trimmed, and listed', async () => {
    const fields = { prompt: '  A lamp,\n oil on canvas ', group: 'run 7', seed: '18446744073709551615' }
    const { status, body } = await uploadWith(fields, { project: 'made' })
    expect(status).toBe(201)
    const made = { prompt: 'A lamp,\n oil on canvas', group: 'run 7', seed: '18446744073709551615' }
    expect(body).toMatchObject(made)
    expect(await listed('made')).toEqual([body])
    const plain = await frameOf(service, other, 'made')
    for (const name of Object.keys(made)) expect(plain).not.toHaveProperty(name)
  })

  it('another upload of the same picture adds what is missing and changes nothing', async () => {
    const project = 'again'
    const { id } = await frameOf(service, picture, project)
    const { key } = (await service.call('POST', '/api/api-keys', { body: { name: 't', scopes: ['teach'] } })).body
    const client = service.as(key)
    const added = await uploadWith({ prompt: 'A lamp' }, { project, client })
    expect([added.status, added.body]).toMatchObject([200, { id, prompt: 'A lamp' }])
    const again = await uploadWith({ prompt: 'A chair', seed: '7' }, { project, client })
    expect([again.status, again.body]).toMatchObject([200, { id, prompt: 'A lamp', seed: '7' }])
    expect(await listed(project)).toEqual([again.body])
  })

  it('is changed, kept and removed for many frames at once', async () => {
    const project = 'changed'
    const ids = [(await frameOf(service, picture, project)).id, (await frameOf(service, other, project)).id]
    await change({ ids, prompt: 'A lamp', group: 'run 1', add: ['hero'] })
    const changed = await change({ ids: ids.slice(0, 1), prompt: null, seed: '-3' })
    expect(changed.status).toBe(200)
    const [newest, oldest] = await listed(project)
    expect(oldest).toEqual(changed.body.frames[0])
    expect(oldest).toMatchObject({ group: 'run 1', seed: '-3', tags: ['hero'] })
    expect(oldest).not.toHaveProperty('prompt')
    expect(newest).toMatchObject({ prompt: 'A lamp', group: 'run 1', tags: ['hero'] })
  })

  it('malformed and too long texts are refused, and nothing is stored', async () => {
    const project = 'refused'
    const long = '😀'.repeat(promptCharactersMax)
    const refused = [
      { prompt: `${long}x` },
      { prompt: ' ' },
      { prompt: 'a\0b' },
      { group: 'x'.repeat(groupCharactersMax + 1) },
      { seed: '1.5' },
      { seed: '1e3' },
      { seed: '1'.repeat(seedDigitsMax + 1) },
    ]
    for (const fields of refused) {
      const { errors } = expectProblem(await uploadWith(fields, { project }), 400, 'invalid_request')
      expect(errors).toMatchObject([{ path: `/${Object.keys(fields)[0]}` }])
    }
    const endless = await uploadWith({ prompt: 'x'.repeat(200_000) }, { project })
    expectProblem(endless, 400, 'invalid_request')
    expect(await listed(project)).toEqual([])
    const { id } = await frameOf(service, picture, project)
    for (const fields of [...refused, { seed: 7 }, { prompt: { length: 5 } }]) {
      expectProblem(await change({ ids: [id], ...fields }), 400, 'invalid_request')
    }
    expect((await change({ ids: [id], prompt: long })).body.frames).toMatchObject([{ prompt: long }])
  })

  it('an Idempotency-Key covers the fields', async () => {
    const headers = { 'idempotency-key': 'made-with' }
    const send = (prompt: string) => uploadWith({ prompt }, { project: 'repeated', headers })
    expect((await send('A lamp')).status).toBe(201)
    const repeated = await send('A lamp')
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expectProblem(await send('A chair'), 409, 'idempotency_conflict')
  })

  it('is copied with the frames of a profile that is based on another', async () => {
    const { body: frame } = await uploadWith({ prompt: 'A lamp', seed: '1' }, { project: 'from' })
    const basedOn = await createProfile(service, { projectId: 'from' })
    const exemplars = [{ id: 'e1', url: frame.url, label: 'good' }]
    succeed(await commit(service, basedOn, { id: 'v1', snapshot: { constraints: [], exemplars, comparisons: [] } }))
    await createProfile(service, { projectId: 'to', basedOn })
    expect(await listed('to')).toMatchObject([{ prompt: 'A lamp', seed: '1' }])
  })
})
