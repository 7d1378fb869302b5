import { mkdtempSync, openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
})
