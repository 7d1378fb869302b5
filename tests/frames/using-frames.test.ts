import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, commit, createProfile, version } from '../profiles/profile-requests.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { diagnose, profileWith, scoresOf } from '../scoring/scoring-service.ts'
import { noteStatements } from '../store/note-statements.ts'
import { frameOf } from './frame-requests.ts'

describe.each(engines)('frame: addresses on %s', (engine) => {
  const service = useService(engine)
  let warm: Buffer
  let frame: { readonly id: string; readonly url: string }
  let cold: { readonly id: string; readonly url: string }
  beforeAll(async () => {
    warm = await paint({ mood: 'warm', seed: 1 })
    frame = await frameOf(service, warm)
    cold = await frameOf(service, await paint({ mood: 'cold', seed: 1 }))
  })

  const score = async (client: Client, id: string, url: string, more: object = {}) =>
    (await scoresOf(client, id, [{ id: 'f', url }], { dimensions: ['brightness'], ...more }))[0]
  const unusableOf = async (id: string, query = '') =>
    (await diagnose(service, id, query)).unusable.map(({ id, code }: { id: string; code: string }) => [id, code])

  it('a frame of the library scores like its bytes, in requests and in batches', async () => {
    const id = await createProfile(service)
    const expected = await score(service, id, dataUrl(warm))
    expect(await score(service, id, frame.url)).toEqual(expected)
    const body = { profile_id: id, frames: [{ id: 'f', url: frame.url }], dimensions: ['brightness'] }
    const { text } = await service.call('POST', '/v1/score/batch', { body })
    expect(text).toContain(`"brightness":${expected.brightness}`)
  })

  it('a frame that does not exist is frame_not_found, whatever its id looks like', async () => {
    const id = await createProfile(service)
    for (const url of [`frame:frm_${'0'.repeat(32)}`, 'frame:', 'frame:../x', `frame:${frame.id}x`]) {
      expect((await score(service, id, url)).error).toMatchObject({ code: 'frame_not_found', retryable: false })
    }
  })

  it('exemplars and comparisons can use frames, by URI and by bare id', async () => {
    const id = await profileWith(service, {
      exemplars: [{ id: 'e', label: 'good', url: frame.url }],
      comparisons: [
        { id: 'by-id', frameA: frame.id, frameB: cold.id, winner: frame.id },
        { id: 'by-url-as-id', frameA: frame.url, frameB: cold.url, winner: frame.url },
        { id: 'by-address', frameA: { id: 'a', url: frame.url }, frameB: { id: 'b', url: cold.url }, winner: 'a' },
      ],
    })
    expect(await unusableOf(id)).toEqual([])
    expect((await diagnose(service, id)).pictures).toBe(2)
    const { pictures } = (await service.call('GET', `/v1/profiles/${id}/pictures`)).body
    expect(pictures.map((one: { status: string }) => one.status)).toEqual(Array(7).fill('read'))
  })

  it('frames that a profile learns from are looked up together', async () => {
    const frames = [frame, cold]
    const exemplars = frames.map(({ url }, i) => ({ id: `${i}`, label: 'good', url }))
    const id = await profileWith(service, { exemplars })
    const lookUps: number[] = []
    const stop = noteStatements((values) => {
      const named = frames.filter((one) => values.includes(one.id)).length
      if (named > 0) lookUps.push(named)
    })
    expect((await diagnose(service, id).finally(stop)).pictures).toBe(frames.length)
    expect(lookUps).toEqual([frames.length])
  })

  it('a list of the library can be limited to the frames to which a profile refers', async () => {
    const id = await profileWith(service, { exemplars: [{ id: 'e', label: 'good', url: frame.url }] })
    const comparisons = [{ frameA: frame.id, frameB: cold.id, winner: frame.id }]
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: { comparisons } })
    const other = await profileWith(service, { exemplars: [{ id: 'e', label: 'good', url: cold.url }] })
    const listed = async (query: string, client: Client = service) => {
      const { body } = await client.call('GET', `/api/frames?limit=10&${query}`)
      return body.frames.map((one: { id: string }) => one.id)
    }
    expect(await listed(`profile_id=${id}`)).toEqual([cold.id, frame.id])
    expect(await listed(`profile_id=${other}`)).toEqual([cold.id])
    expect(await listed(`profile_id=${other}&projectId=elsewhere`)).toEqual([])
    expect(await listed(`profile_id=prof_${'0'.repeat(32)}`)).toEqual([])
    expect(await listed('profile_id=%00')).toEqual([])
    expect(await listed(`profile_id=${id}`, service.as(await service.newAccount()))).toEqual([])
  })

  it('a bare id means an exemplar first, then the library, then a frame scored before', async () => {
    const id = await createProfile(service)
    // Scored under the id of another frame of the library.
    await scoresOf(service, id, [{ id: frame.id, url: cold.url }], { dimensions: ['brightness'] })
    await commit(service, id, {
      id: 'v1',
      snapshot: {
        constraints: [],
        exemplars: [{ id: 'named', frameId: 'x', label: 'good', url: frame.url }],
        // If the id meant the frame scored before, both sides would be different pictures.
        comparisons: [{ id: 'same', frameA: 'x', frameB: frame.id, winner: 'x' }],
      },
    })
    expect(await unusableOf(id)).toEqual([['same', 'same_frame']])
  })

  it('a frame of another project or account does not exist for scores, batches, exemplars or comparisons', async () => {
    const stranger = service.as(await service.newAccount())
    const places: [Client, string][] = [
      [stranger, await createProfile(stranger)],
      [service, await createProfile(service, { projectId: 'elsewhere' })],
    ]
    for (const [client, id] of places) {
      expect((await score(client, id, frame.url)).error.code).toBe('frame_not_found')
      const body = { profile_id: id, frames: [{ id: 'f', url: frame.url }], dimensions: ['brightness'] }
      expect((await client.call('POST', '/v1/score/batch', { body })).text).toContain('frame_not_found')
      await commit(client, id, {
        id: 'v1',
        snapshot: {
          constraints: [],
          exemplars: [{ id: 'e', label: 'good', url: frame.url }],
          comparisons: [{ id: 'c', frameA: frame.id, frameB: cold.id, winner: frame.id }],
        },
      })
      const { unusable } = await diagnose(client, id)
      expect(unusable.map(({ code }: { code: string }) => code)).toEqual(['frame_not_found', 'frame_not_found'])
      const { text } = await client.call('GET', `/v1/profiles/${id}/pictures`)
      expect(text).not.toContain('/v1/thumbnails/')
    }
    expectProblem(await stranger.call('GET', `/api/frames/${frame.id}`), 404, 'frame_not_found')
    expectProblem(await stranger.call('DELETE', `/api/frames?id=${frame.id}&force=true`), 404, 'frame_not_found')
  })

  it('a frame is in use while a version or the working changes name it', async () => {
    const { id } = await frameOf(service, await paint({ mood: 'grey', seed: 7 }))
    const remove = (query = '') => service.call('DELETE', `/api/frames?id=${id}${query}`)
    const profile = await createProfile(service)
    const exemplar = { id: 'e', label: 'good', url: `frame:${id}` }
    await change(service, profile, { workingChanges: { exemplars: [exemplar] } })
    expectProblem(await remove(), 409, 'frame_in_use')
    await change(service, profile, { workingChanges: { exemplars: [] } })
    const annotation = { comparisons: [{ id: 'c', frameA: id, frameB: cold.id, winner: id }] }
    const annotations = `/v1/profiles/${profile}/annotations`
    expect((await service.call('POST', annotations, { body: annotation })).status).toBe(201)
    expectProblem(await remove('&force=false'), 409, 'frame_in_use')
    expect((await service.call('DELETE', `${annotations}/c`)).status).toBe(200)
    const snapshot = { constraints: [], exemplars: [exemplar], comparisons: [] }
    await change(service, profile, { versions: [version({ id: 'v1', snapshot }), version({ id: 'v2', parent: 'v1' })] })
    expectProblem(await remove(), 409, 'frame_in_use')
    expect((await remove('&force=true')).body).toEqual({ success: true, erased: true })
    expectProblem(await service.call('GET', `/api/frames/${id}`), 404, 'frame_not_found')
  })

  it('deleting the working changes or the profile frees the frame; frames stay when a profile is deleted', async () => {
    const [first, second] = [
      await frameOf(service, await paint({ mood: 'grey', seed: 8 })),
      await frameOf(service, await paint({ mood: 'grey', seed: 9 })),
    ]
    const profile = await createProfile(service)
    await change(service, profile, { workingChanges: { exemplars: [{ id: 'e', url: first.url, label: 'bad' }] } })
    await change(service, profile, { workingChanges: { exemplars: [] } })
    expect((await service.call('DELETE', `/api/frames?id=${first.id}`)).status).toBe(200)
    const other = await profileWith(service, { exemplars: [{ id: 'e', url: second.url, label: 'bad' }] })
    await service.call('DELETE', `/v1/profiles/${other}`)
    expect((await service.call('GET', `/api/frames/${second.id}`)).status).toBe(200)
    expect((await service.call('DELETE', `/api/frames?id=${second.id}`)).status).toBe(200)
  })

  it('what was learned from a frame stays when the frame is deleted', async () => {
    const { id, url } = await frameOf(service, await paint({ mood: 'warm', seed: 10 }))
    const profile = await profileWith(service, { exemplars: [{ id: 'e', url, label: 'good' }] })
    const before = await score(service, profile, cold.url, { dimensions: ['aesthetics'] })
    await service.call('DELETE', `/api/frames?id=${id}&force=true`)
    expect(await score(service, profile, cold.url, { dimensions: ['aesthetics'] })).toEqual(before)
    expect(await unusableOf(profile)).toEqual([])
  })
})
