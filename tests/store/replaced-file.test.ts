import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { createFileBlobs } from '@palate/server/frames/blobs/file-blobs.ts'
import { openStore, sqliteFiles } from '@palate/server/store/open.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { createHome, type Home, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'

describe('a store whose file somebody moved away under a running process', () => {
  let home: Home
  let old: TestService
  let current: TestService
  let aside: string
  beforeAll(async () => {
    home = await createHome('sqlite')
    old = await startService('sqlite', {}, home)
    aside = join(home.env.PALATE_DATA_DIR ?? '', 'aside')
  })
  afterAll(async () => {
    await old.stop()
    await current.stop()
    await home.remove()
  })

  test('is written and swept no more, so that nothing is lost of the store in its place', async () => {
    const config = readConfig(home.env)
    const store = await openStore(config)
    mkdirSync(aside)
    for (const file of sqliteFiles(config.dataDir).slice(0, 3)) renameSync(file, file.replace(config.dataDir, aside))
    current = await startService('sqlite', {}, home)
    const bytes = await paint({ mood: 'warm', seed: 7 })
    const frame = await frameOf(current, bytes)

    const refused = await old.call('POST', '/v1/profiles', { body: { projectId: 'p', name: 'House' } })
    expectProblem(refused, 503, 'unavailable')
    expect(refused.body.detail).toContain('removed or replaced')
    const ready = await old.call('GET', '/readyz', { key: null })
    expect(ready.status).toBe(503)
    expect(JSON.stringify(ready.body)).toContain('the file of the store was removed or replaced')
    await expect(createFileBlobs({ store, config }).sweep()).rejects.toThrow('removed or replaced')
    await store.close()
    expect((await getBytes(current, `/api/frames/${frame.id}`)).bytes.equals(bytes)).toBe(true)
    expect((await current.call('GET', '/readyz', { key: null })).status).toBe(200)
  })
})
