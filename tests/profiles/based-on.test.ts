import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import type { Client } from '../harness/client.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import {
  change,
  createProfile,
  patch,
  problemOf,
  read,
  readExport,
  stateOf,
  succeed,
  version,
} from './profile-requests.ts'

describe.each(engines)('a profile based on another on %s', (engine) => {
  const service = useService(engine)
  let source: string
  let frame: { readonly id: string; readonly url: string }
  const picture = `data:image/png;base64,${'A'.repeat(20_000)}`
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await paint({ mood: 'warm', seed: 1, width: 24, height: 16 })
    frame = await frameOf(service, bytes)
    source = await createProfile(service, { seed: 'calm' })
    const snapshot = {
      ...stateOf({ a: 1 }),
      exemplars: [
        { id: 'inline', label: 'bad', imageData: picture },
        { id: 'e', label: 'good', url: frame.url },
      ],
      comparisons: [{ id: 'p', frameA: frame.id, frameB: { id: 'b', url: dataUrl(bytes) }, winner: frame.id }],
      latentScores: { [frame.id]: 1, b: -1 },
    }
    await change(service, source, { versions: [version({ id: 'v1', snapshot })] })
    await change(service, source, { workingChanges: { constraints: [{ id: 'uncommitted' }] } })
  })

  const create = (client: Client, wanted: object) =>
    client.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: randomUUID(), ...wanted } })
  async function based(wanted: object) {
    const answer = await create(service, { basedOn: source, ...wanted })
    expect(answer.status, answer.text).toBe(201)
    return read(service, answer.body.id)
  }

  it("has that profile's effective state as its first commit, and nothing else of it", async () => {
    const { profileData: before } = await read(service, source)
    const { id, seed, profileData } = await based({})
    const [first] = profileData.versions
    expect(profileData.versions).toEqual([
      {
        id: expect.stringMatching(/^ver_/),
        branchId: 'main',
        parentVersionId: null,
        message: expect.stringMatching(/^Based on Taste/),
        createdAt: expect.any(String),
        snapshot: before.versions[0].snapshot,
      },
    ])
    expect(profileData.branches).toMatchObject([{ id: 'main', headVersionId: first.id }])
    expect(profileData.workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expect(profileData.budget.questions.used).toBe(0)
    expect(seed).toBe('calm')
    expect((await readExport(service, id)).profileData.versions[0].seed).toBe('calm')
    const [listed] = succeed(await service.call('GET', `/v1/profiles/${id}/versions`)).body.versions
    expect(listed.author.keyId).toMatch(/^key_/)
    expect(listed.changes.exemplars).toEqual({ added: 2, removed: 0, changed: 0 })
    const { events } = succeed(await service.call('GET', '/v1/events?limit=3')).body
    const types = events.map((event: { type: string }) => event.type)
    expect(types).toEqual(['annotation.completed', 'profile.committed', 'profile.created'])
  })

  it('keeps what it has when that profile is changed and deleted', async () => {
    const other = await createProfile(service)
    const exemplars = [{ id: 'inline', label: 'bad', imageData: picture }]
    await change(service, other, { versions: [version({ id: 'v1', snapshot: { exemplars } })] })
    succeed(await patch(service, other, { effectiveSnapshot: { constraints: [{ id: 'shown' }] } }))
    const { id, profileData } = await based({ basedOn: other })
    expect(profileData.versions[0].snapshot).toMatchObject({ exemplars, constraints: [{ id: 'shown' }] })
    succeed(await service.call('DELETE', `/v1/profiles/${other}`))
    expect((await read(service, id)).profileData.versions[0].snapshot.exemplars).toEqual(exemplars)
  })

  it('in another project gets the library frames that it refers to', async () => {
    const { profileData } = await based({ projectId: 'elsewhere', seed: null })
    const { exemplars, comparisons, latentScores } = profileData.versions[0].snapshot
    const id = exemplars[1].url.replace('frame:', '')
    expect(id).not.toBe(frame.id)
    expect(comparisons[0]).toMatchObject({ frameA: id, winner: id, frameB: { id: 'b' } })
    expect(latentScores).toEqual({ [id]: 1, b: -1 })
    expect((await getBytes(service, `/api/frames/${id}`)).bytes).toEqual(bytes)
    const { frames } = succeed(await service.call('GET', '/api/frames?projectId=elsewhere')).body
    expect(frames.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await based({ projectId: 'elsewhere' })).profileData.versions[0].snapshot.exemplars).toEqual(exemplars)
  })

  it('has no commit if it has no elements', async () => {
    const { profileData } = await based({ basedOn: await createProfile(service) })
    expect([profileData.versions, profileData.branches[0].headVersionId]).toEqual([[], null])
    expect((await based({ basedOn: null })).profileData.versions).toEqual([])
  })

  it('cannot be based on an unknown profile, or one of another account or project: 422 unknown_profile', async () => {
    const scoped = (await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'other' } })).body.key
    const strangers = [service.as(await service.newAccount()), service.as(scoped)]
    for (const client of strangers) {
      expect(problemOf(await create(client, { projectId: 'other', basedOn: source }))).toEqual([422, 'unknown_profile'])
    }
    for (const basedOn of ['prof_unknown', `prof_${'0'.repeat(32)}`, '']) {
      expect(problemOf(await create(service, { basedOn }))).toEqual([422, 'unknown_profile'])
    }
    expect(problemOf(await create(service, { basedOn: 7 }))).toEqual([400, 'invalid_request'])
  })

  it("can be created with a project's key from the same project", async () => {
    const scoped = (await service.call('POST', '/api/api-keys', { body: { name: 'k', projectId: 'studio' } })).body.key
    expect((await create(service.as(scoped), { basedOn: source })).status).toBe(201)
  })
})
