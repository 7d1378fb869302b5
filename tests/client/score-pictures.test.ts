import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { idCharactersMax } from '@palate/core/ids.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../harness/temporary-folder.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { clientOf } from './client-of-service.ts'

describe('score', () => {
  const service = useService('sqlite')
  const path = join(createFolder('score'), 'warm.png')
  const dimensions = ['aesthetics'] as const
  let bytes: Buffer
  let profile_id: string
  beforeAll(async () => {
    bytes = await paint({ mood: 'warm', seed: 1 })
    writeFileSync(path, bytes)
    profile_id = (await clientOf(service).profiles.create({ projectId: 'studio', name: 'Pictures' })).id
  })

  test('takes a path, a Blob, bytes and a stream as a frame, and gives each the score of the uploaded picture', async () => {
    const palate = clientOf(service)
    const { url } = await palate.frames.upload(path, { projectId: 'studio' })
    const frames = [
      { id: 'uploaded', url },
      path,
      new File([new Uint8Array(bytes)], 'file.png'),
      bytes,
      new Uint8Array(bytes).buffer,
      new Blob([new Uint8Array(bytes)]),
      createReadStream(path),
      new Blob([new Uint8Array(bytes)]).stream(),
      { id: 'own id', picture: path },
    ]
    const { scores } = await palate.score({ profile_id, frames, dimensions })
    const ids = ['uploaded', path, 'file.png', '3', '4', '5', 'warm.png', '7', 'own id']
    const [first] = scores
    expect(first?.aesthetics).toEqual(expect.any(Number))
    expect(scores).toEqual(ids.map((frame_id) => ({ frame_id, aesthetics: first?.aesthetics })))
  })

  test('a batch takes pictures, too, and sends the bytes as they are', async () => {
    const bodies: unknown[] = []
    const { url, key } = service
    const observed: typeof fetch = (address, request) => {
      bodies.push(request?.body)
      return fetch(address, request)
    }
    const palate = new Palate({ url, apiKey: key, fetch: observed })
    const { scores } = await palate.score({ profile_id, frames: [bytes], dimensions })
    const results = new Map<string, number | null>()
    for await (const line of palate.scoreBatch({
      profile_id,
      frames: [path, { id: 'b', picture: bytes }],
      dimensions,
    })) {
      if (line.type === 'score') results.set(line.frame_id, line.aesthetics)
    }
    const [{ aesthetics = null } = {}] = scores
    expect(results).toEqual(new Map([path, 'b'].map((id) => [id, aesthetics])))
    for (const body of bodies.filter((one) => one !== undefined)) {
      expect(body).toBeInstanceOf(FormData)
      expect(Buffer.from(await ((body as FormData).get('0') as File).arrayBuffer())).toEqual(bytes)
    }
  })

  test('an empty file has an error of its own', async () => {
    const { scores } = await clientOf(service).score({ profile_id, frames: [new Uint8Array(0)], dimensions })
    expect(scores).toMatchObject([{ frame_id: '0', aesthetics: null, error: { code: 'not_an_image' } }])
  })

  test('a frame whose path is longer than an id is named by the end of its path', async () => {
    const long = `${'/.'.repeat(200)}${path}`
    const { scores } = await clientOf(service).score({ profile_id, frames: [long], dimensions })
    expect(scores[0]?.frame_id).toBe(long.slice(-idCharactersMax))
  })

  test('a picture that is not one has an error of its own', async () => {
    const { scores } = await clientOf(service).score({ profile_id, frames: [new Uint8Array(8), bytes], dimensions })
    expect(scores).toMatchObject([
      { frame_id: '0', aesthetics: null, error: { code: 'not_an_image' } },
      { frame_id: '1', aesthetics: expect.any(Number) },
    ])
  })

  describe('refuses before anything is sent', () => {
    const silent = new Palate({
      url: 'http://127.0.0.1:1',
      fetch: () => {
        throw new Error('this was sent')
      },
    })
    const sent = (...frames: readonly unknown[]) =>
      silent.score({ profile_id, frames: frames as Blob[], dimensions }).catch((error) => error)

    test('a picture over the size limit of inline pictures', async () => {
      expect(await sent(new Blob([new Uint8Array(frameBytesMax + 1)]))).toMatchObject({
        code: 'body_too_large',
        message: 'the picture has more than 10 MiB; upload it',
      })
    })

    test('more pictures than a request may contain, after reading only as many', async () => {
      const frame = new Blob([new Uint8Array(frameBytesMax)])
      let wasRead = false
      async function* last() {
        wasRead = true
        yield new Uint8Array(1)
      }
      expect(await sent(frame, frame, frame, frame, last())).toMatchObject({ code: 'body_too_large' })
      expect(wasRead).toBe(false)
    })

    test('a file that is missing, an address without an id, and what is no picture', async () => {
      expect(await sent(`${path}.missing`)).toMatchObject({ code: 'file_unreadable' })
      expect(await sent('https://example.com/a.png')).toMatchObject({ code: 'invalid_argument' })
      expect(await sent(5)).toMatchObject({ code: 'invalid_argument' })
      expect(await sent({ id: 'x', picture: null })).toMatchObject({ code: 'invalid_argument' })
    })
  })

  test('leaves frames that are not pictures to the service', async () => {
    for (const frames of [undefined, {}, [null], [{ id: 'x' }]]) {
      const scoring = clientOf(service).score({ profile_id, frames: frames as never, dimensions })
      await expect(scoring).rejects.toMatchObject({
        status: 400,
        errors: [{ path: expect.stringMatching(/^\/frames/) }],
      })
    }
  })
})
