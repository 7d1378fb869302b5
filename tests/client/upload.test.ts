import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Palate } from '@palate/client'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { clientOf } from './client-of-service.ts'

describe('an upload', () => {
  const service = useService('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'palate-upload-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const options = { projectId: 'studio' }

  /** A client that must not send a request. */
  const silent = new Palate({
    fetch: () => {
      throw new Error('this was sent')
    },
  })

  test('of a path has the name of the file', async () => {
    const path = join(folder, 'cover.png')
    writeFileSync(path, await paint({ mood: 'warm', seed: 1 }))
    expect(await clientOf(service).frames.upload(path, options)).toMatchObject({
      name: 'cover.png',
      contentType: 'image/png',
    })
  })

  test.each(['image/png', 'image/jpeg', 'application/octet-stream', 'text/plain', ''])(
    'of a Blob of type %j without a name works, and the bytes determine the type',
    async (type) => {
      const blob = new Blob([new Uint8Array(await paint({ mood: 'cold', seed: 2 }))], { type })
      expect(await clientOf(service).frames.upload(blob, options)).toMatchObject({ contentType: 'image/png' })
    },
  )

  test('of a file that is missing or is a folder is an error that names it', async () => {
    for (const path of [join(folder, 'missing.png'), folder]) {
      const error = await silent.frames.upload(path, options).catch((caught) => caught)
      expect(error).toMatchObject({ name: 'PalateError', code: 'file_unreadable', status: 0 })
      expect(error.message).toContain(path)
    }
  })

  test('of a file that disappears before it is read is an error, and does not end the process', async () => {
    const path = join(folder, 'gone.png')
    writeFileSync(path, 'x'.repeat(100_000))
    const blob = await openAsBlob(path)
    rmSync(path)
    const refused = { name: 'PalateError', code: 'file_unreadable' }
    await expect(silent.frames.upload(blob, options)).rejects.toMatchObject(refused)
  })

  test('of a file over the frame size limit is refused before it is read', async () => {
    const path = join(folder, 'large.png')
    writeFileSync(path, '')
    truncateSync(path, uploadBytesMax + 1)
    const refused = { name: 'PalateError', code: 'body_too_large' }
    await expect(silent.frames.upload(path, options)).rejects.toMatchObject(refused)
    await expect(silent.frames.upload(await openAsBlob(path), options)).rejects.toMatchObject(refused)
  })

  test('of a stream of Node has the name of its file', async () => {
    const path = join(folder, 'from a stream.png')
    writeFileSync(path, await paint({ mood: 'warm', seed: 3 }))
    const palate = clientOf(service)
    const frame = await palate.frames.upload(createReadStream(path), options)
    expect(frame).toMatchObject({ name: 'from a stream.png', contentType: 'image/png' })
    const again = await palate.frames.upload(Readable.from([await paint({ mood: 'warm', seed: 3 })]), options)
    expect(again.id).toBe(frame.id)
  })

  test('of a file: URL has the name of the file', async () => {
    const path = join(folder, 'by url.png')
    writeFileSync(path, await paint({ mood: 'warm', seed: 4 }))
    for (const url of [pathToFileURL(path), pathToFileURL(path).href]) {
      expect(await clientOf(service).frames.upload(url, options)).toMatchObject({ name: 'by url.png' })
    }
  })

  test('of memory that threads share works', async () => {
    const bytes = await paint({ mood: 'warm', seed: 5 })
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expect(await clientOf(service).frames.upload(shared, options)).toMatchObject({ contentType: 'image/png' })
  })

  test.each([
    ['a URL', new URL('https://example.com/a.png')],
    ['an address', 'https://example.com/a.png'],
    ['a data URL', 'data:image/png;base64,AAAA'],
    ['a response', new Response('x')],
    ['nothing', undefined],
    ['a number', 5],
  ])('of %s is refused before anything is sent', async (_, picture) => {
    const refused = {
      code: 'invalid_argument',
      message: expect.stringMatching(/^a picture is a Blob, bytes or, .*, not /),
    }
    await expect(silent.frames.upload(picture as never, options)).rejects.toMatchObject(refused)
  })

  test.each([
    ['fails', () => createReadStream(join(folder, 'missing.png')), /ENOENT.*missing\.png/],
    ['contains text', () => Readable.from(['text']), /the stream contains a string instead of bytes/],
  ])('of a stream that %s is an error', async (_, open, message) => {
    const error = await silent.frames.upload(open(), options).catch((caught) => caught)
    expect(error).toMatchObject({ code: 'file_unreadable', message: expect.stringMatching(message) })
  })

  test('of a stream over the frame size limit stops reading', async () => {
    let read = 0
    async function* endless() {
      for (;;) {
        read++
        yield new Uint8Array(1024 * 1024)
      }
    }
    await expect(silent.frames.upload(endless(), options)).rejects.toMatchObject({ code: 'body_too_large' })
    expect(read).toBe(uploadBytesMax / 1024 / 1024 + 1)
  })

  test('of a stream that never ends stops when its signal is aborted', async () => {
    const controller = new AbortController()
    const upload = silent.frames.upload(new PassThrough(), { ...options, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(upload).rejects.toThrow('enough')
  })

  test.skipIf(process.platform === 'win32')('of a pipe is refused, because it may never end', async () => {
    const path = join(folder, 'pipe.png')
    execFileSync('mkfifo', [path])
    const refused = { code: 'file_unreadable', message: `cannot read the picture: ${path} is not a file` }
    await expect(silent.frames.upload(path, options)).rejects.toMatchObject(refused)
  })
})
