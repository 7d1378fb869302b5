import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../harness/problem.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { frameOf } from './frame-requests.ts'

describe.each(engines)('similar frames on %s', (engine) => {
  const service = useService(engine)
  const size = { width: 480, height: 320 }
  let [original, copy, cold, grey, elsewhere] = ['', '', '', '', '']
  beforeAll(async () => {
    const warm = { mood: 'warm' as const, seed: 3, ...size }
    original = (await frameOf(service, await paint(warm))).id
    copy = (
      await frameOf(
        service,
        await sharp(await paint(warm))
          .webp({ lossless: true })
          .toBuffer(),
      )
    ).id
    cold = (await frameOf(service, await paint({ mood: 'cold', seed: 4, ...size }))).id
    grey = (await frameOf(service, await paint({ mood: 'grey', seed: 5, ...size }))).id
    elsewhere = (await frameOf(service, await paint(warm), 'another')).id
  })

  it('are those of its project, the most similar first, without itself', async () => {
    const { body } = await service.call('GET', `/v1/frames/similar?id=${original}`)
    const found: { frame: { id: string; url: string }; similarity: number }[] = body.frames
    expect(found.map(({ frame }) => frame.id).slice(0, 1)).toEqual([copy])
    expect(new Set(found.map(({ frame }) => frame.id))).toEqual(new Set([copy, cold, grey]))
    expect(found[0]?.frame.url).toBe(`frame:${copy}`)
    const similarities = found.map(({ similarity }) => similarity)
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a))
    expect(similarities[0]).toBeLessThanOrEqual(1.000001)
    expect((await service.call('GET', `/v1/frames/similar?id=${original}&limit=2`)).body.frames).toHaveLength(2)
  })

  it('are none of a frame that does not exist, and at most 200', async () => {
    for (const id of ['frm_019cb2f0a4d17c2e9b3350d1c7e6fa12', 'x', '%00']) {
      expectProblem(await service.call('GET', `/v1/frames/similar?id=${id}`), 404, 'frame_not_found')
    }
    expectProblem(await service.call('GET', `/v1/frames/similar?id=${original}&limit=201`), 400, 'invalid_request')
    expectProblem(await service.call('GET', '/v1/frames/similar'), 400, 'invalid_request')
  })

  it('that are nearly identical are a stack', async () => {
    const { body } = await service.call('GET', '/v1/frames/stacks?projectId=studio')
    expect(body.stacks.map(({ ids }: { ids: string[] }) => ids.toSorted())).toEqual([[original, copy].toSorted()])
    expect((await service.call('GET', '/v1/frames/stacks?projectId=another')).body).toEqual({ stacks: [] })
    expect((await service.call('GET', '/v1/frames/stacks?projectId=nothing')).body).toEqual({ stacks: [] })
    expectProblem(await service.call('GET', '/v1/frames/stacks'), 400, 'invalid_request')
    expect((await service.call('GET', `/v1/frames/similar?id=${elsewhere}`)).body).toEqual({ frames: [] })
  })

  it('that a camera took within three seconds are a stack, also if they differ more', async () => {
    const scene = async (hue: number, time: string) => {
      const moved = sharp(await paint({ mood: 'warm', seed: 11, ...size })).modulate({ hue })
      return moved
        .jpeg()
        .withExif({ IFD2: { DateTimeOriginal: `2026:05:01 12:00:${time}` } })
        .toBuffer()
    }
    const stacksIn = async (project: string) =>
      (await service.call('GET', `/v1/frames/stacks?projectId=${project}`)).body.stacks
    const pair = async (project: string, times: readonly string[]) => {
      const ids = []
      for (const [i, time] of times.entries()) ids.push((await frameOf(service, await scene(i * 40, time), project)).id)
      return ids.toSorted()
    }
    const burst = await pair('burst', ['03', '05'])
    expect((await stacksIn('burst')).map(({ ids }: { ids: string[] }) => ids.toSorted())).toEqual([burst])
    await pair('apart', ['03', '15'])
    expect(await stacksIn('apart')).toEqual([])
  })
})
