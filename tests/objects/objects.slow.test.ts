import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { announceObject } from '@palate/server/bucket/object-rows.ts'
import { createObjectStore } from '@palate/server/bucket/object-store.ts'
import { strayObjectsKeptMs } from '@palate/server/bucket/sweep-objects.ts'
import { openObjectSweep } from '@palate/server/composition/frame-storage.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { countedTables } from '@palate/server/store/disk/count-account-bytes.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes, upload } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { engines, startService, type TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { type S3Server, startS3 } from './s3-server.ts'

describe.each(engines)('pictures in a bucket, on %s', (engine) => {
  let s3: S3Server
  let service: TestService
  let store: Store
  let accountId: string
  beforeAll(async () => {
    s3 = await startS3()
    service = await startService(engine, s3.env)
    store = await openStore(readConfig(service.home.env))
    accountId = (await store.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id
  })
  afterEach(() => {
    s3.disturb = undefined
  })
  afterAll(async () => {
    await store.close()
    await service.stop()
    await s3.stop()
  })

  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const nameOf = (bytes: Uint8Array) => `palate/${accountId}/frames/${hashOf(bytes)}`
  const config = () => readConfig({ ...service.home.env, ...s3.env })
  const rowsMax = 10_000
  const sweep = (aheadMs: number) =>
    openObjectSweep({ store, config: config(), clock: () => new Date(Date.now() + aheadMs) }).run(accountId, rowsMax)

  test('an uploaded picture is an object that other clients can read, and the store has no copy', async () => {
    const bytes = await paint({ mood: 'warm', seed: 1 })
    const { id, url } = await frameOf(service, bytes)
    expect((await s3.get(nameOf(bytes))).equals(bytes)).toBe(true)
    expect(await store.read.selectFrom('frame_pieces').select('piece').execute()).toEqual([])
    expect(existsSync(join(service.home.env.PALATE_DATA_DIR ?? '', 'frames'))).toBe(false)
    const answer = await getBytes(service, `/api/frames/${id}`)
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true])
    const { body } = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'taste' } })
    const request = { profile_id: body.id, frames: [{ id: 'one', url }], dimensions: ['aesthetics'] }
    expect((await service.call('POST', '/v1/score', { body: request })).status).toBe(200)
  })

  test('its thumbnails are objects as well', async () => {
    const bytes = await paint({ mood: 'warm', seed: 2 })
    const { id } = await frameOf(service, bytes)
    const names = () => s3.list(`palate/${accountId}/thumbnails/${hashOf(bytes)}`)
    await expect.poll(names).toHaveLength(1)
    const [preview = ''] = await names()
    const other = await startService(engine, s3.env, service.home)
    try {
      const answer = await getBytes({ ...other, key: service.key }, `/v1/thumbnails/${hashOf(bytes)}`)
      expect(answer.bytes.equals(await s3.get(preview))).toBe(true)
      expect((await getBytes({ ...other, key: service.key }, `/api/frames/${id}/thumbnail`)).status).toBe(200)
    } finally {
      await other.stop()
    }
    const rows = await store.read.selectFrom('thumbnails').select(['data', 'home']).execute()
    expect(rows.every(({ data, home }) => data.length === 0 && home === s3.url)).toBe(true)
  })

  test('its thumbnails count towards the limit of the account', async () => {
    const bytes = await paint({ mood: 'cold', seed: 22 })
    const { id } = await frameOf(service, bytes)
    expect((await getBytes(service, `/api/frames/${id}/thumbnail`)).status).toBe(200)
    const rows = () =>
      store.read
        .selectFrom('thumbnails')
        .select(['side', 'object_bytes'])
        .where('content_hash', '=', hashOf(bytes))
        .execute()
    await expect.poll(rows).not.toEqual([])
    for (const { side, object_bytes } of await rows()) {
      const name = `palate/${accountId}/thumbnails/${hashOf(bytes)}-${side}.webp`
      expect((await s3.get(name)).length).toBe(object_bytes)
    }
    // This counts all pictures, because others may still be written.
    const stored = countedTables.map(
      ({ table, size }) => sql`(select coalesce(sum(${sql.raw(size('t'))}), 0) from ${sql.table(table)} as t)`,
    )
    const difference = async () => {
      const { rows: found } = await sql<{ bytes: number }>`
        select (select sum(bytes) from account_bytes) - (${sql.join(stored, sql` + `)}) as bytes`.execute(store.read)
      return Number(found[0]?.bytes)
    }
    expect(await difference()).toBe(0)
  })

  test('the object of a deleted frame is removed an hour later, and not if the frame is uploaded again', async () => {
    const [gone, again] = [await paint({ mood: 'cold', seed: 3 }), await paint({ mood: 'cold', seed: 4 })]
    for (const bytes of [gone, again]) {
      const { id } = await frameOf(service, bytes)
      await service.call('DELETE', `/api/frames?id=${id}`)
    }
    await sweep(0)
    expect(await s3.list(nameOf(gone))).toHaveLength(1)
    const { id } = await frameOf(service, again)
    await sweep(strayObjectsKeptMs + 60_000)
    expect(await s3.list(nameOf(gone))).toEqual([])
    expect((await getBytes(service, `/api/frames/${id}`)).bytes.equals(again)).toBe(true)
  })

  test('the object of a process that died before its commit is removed', async () => {
    const key = { accountId, contentHash: 'ab'.repeat(32), side: 0 }
    await store.write((db) => announceObject(db, s3.url, key, new Date().toISOString()))
    const name = `palate/${accountId}/frames/${key.contentHash}`
    await s3.put(name, 'left behind')
    await sweep(strayObjectsKeptMs + 60_000)
    expect(await s3.list(name)).toEqual([])
    expect(
      await store.read.selectFrom('stored_objects').selectAll().where('content_hash', '=', key.contentHash).execute(),
    ).toEqual([])
  })

  test('while a sweep removes an object, the same upload is refused; afterwards it is stored', async () => {
    const bytes = await paint({ mood: 'cold', seed: 5 })
    const { id } = await frameOf(service, bytes)
    await service.call('DELETE', `/api/frames?id=${id}`)
    const held = Promise.withResolvers<void>()
    const removing = Promise.withResolvers<void>()
    const objects = createObjectStore(config())
    const remove: typeof objects.remove = async (home, key) => {
      removing.resolve()
      await held.promise
      await objects.remove(home, key)
    }
    const clock = () => new Date(Date.now() + strayObjectsKeptMs + 60_000)
    const sweeping = openObjectSweep({ store, config: config(), clock }, { ...objects, remove }).run(accountId, rowsMax)
    await removing.promise
    expectProblem(await upload(service, bytes), 503, 'unavailable')
    held.resolve()
    await sweeping
    const { id: stored } = await frameOf(service, bytes)
    expect((await getBytes(service, `/api/frames/${stored}`)).bytes.equals(bytes)).toBe(true)
  })

  test('an overloaded object store is asked again', async () => {
    const bytes = await paint({ mood: 'grey', seed: 6 })
    let refused = 0
    s3.disturb = (request, response) => {
      if (refused === 2 || !request.url?.includes('/frames/')) return false
      refused += 1
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return true
    }
    const { id } = await frameOf(service, bytes)
    expect(refused).toBe(2)
    expect((await getBytes(service, `/api/frames/${id}`)).bytes.equals(bytes)).toBe(true)
  })

  test('without an answer the upload is 503 and no frame is created', async () => {
    const bytes = await paint({ mood: 'grey', seed: 7 })
    const before = (await service.call('GET', '/api/frames?projectId=studio')).body.frames.length
    s3.disturb = (request) => {
      request.socket.destroy()
      return true
    }
    expectProblem(await upload(service, bytes), 503, 'unavailable')
    s3.disturb = undefined
    expect((await service.call('GET', '/api/frames?projectId=studio')).body.frames).toHaveLength(before)
    await frameOf(service, bytes)
  })

  test('a damaged or cut object is not served', async () => {
    const bytes = await paint({ mood: 'grey', seed: 8 })
    const { id } = await frameOf(service, bytes)
    await s3.put(nameOf(bytes), 'x'.repeat(bytes.length))
    expect((await getBytes(service, `/api/frames/${id}`)).status).toBe(500)
    await s3.put(nameOf(bytes), bytes.subarray(0, 100).toString('latin1'))
    expect((await getBytes(service, `/api/frames/${id}`)).status).toBe(500)
  })

  test('an object that breaks off before the response has begun is 503', async () => {
    const bytes = await paint({ mood: 'grey', seed: 41 })
    const { id } = await frameOf(service, bytes)
    s3.disturb = (request, response) => {
      if (request.method !== 'GET' || !request.url?.endsWith(hashOf(bytes))) return false
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 100))
      setTimeout(() => response.destroy(), 100)
      return true
    }
    expectProblem(await service.call('GET', `/api/frames/${id}`), 503, 'unavailable')
  })

  test('an object that is longer than recorded ends the connection, and is no second response', async () => {
    const bytes = Buffer.concat([await paint({ mood: 'grey', seed: 10 }), Buffer.alloc(600_000, 7)])
    const { id } = await frameOf(service, bytes)
    const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'
    s3.disturb = (request, response) => {
      if (request.method !== 'GET' || !request.url?.endsWith(hashOf(bytes))) return false
      response.write(bytes)
      // Later, so that the first bytes leave before the last ones are checked.
      for (const ms of [100, 200]) setTimeout(() => response.write(smuggled), ms)
      setTimeout(() => response.end(smuggled), 300)
      return true
    }
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /api/frames/${id} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${service.key}\r\n\r\n`)
    const received = Buffer.concat(await socket.toArray().catch(() => [])).toString('latin1')
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(received).not.toContain('evil')
  })

  test.each([
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [301, 'PermanentRedirect'],
  ])('a bucket that answers %d %s at run time is 503', async (status, code) => {
    const bytes = await paint({ mood: 'grey', seed: 11 })
    const { id } = await frameOf(service, bytes)
    s3.disturb = (_, response) => {
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
      return true
    }
    expectProblem(await service.call('GET', `/api/frames/${id}`), 503, 'unavailable')
    expectProblem(await upload(service, await paint({ mood: 'grey', seed: 12 })), 503, 'unavailable')
  })

  test('an upload that something else answers with 200 is not acknowledged', async () => {
    const bytes = await paint({ mood: 'grey', seed: 13 })
    s3.disturb = (request, response) => {
      if (request.method === 'PUT')
        request.resume().on('end', () => response.end('<html>Sign in to the network</html>'))
      else if (request.method === 'HEAD') response.writeHead(200, { 'content-length': bytes.length }).end()
      return request.method !== 'GET'
    }
    expectProblem(await upload(service, bytes), 503, 'unavailable')
    expect(await s3.list(nameOf(bytes))).toEqual([])
    s3.disturb = undefined
    await frameOf(service, bytes)
  })

  test('a bucket whose tags are not MD5, because it encrypts, is asked for the object', async () => {
    const bytes = await paint({ mood: 'grey', seed: 14 })
    const methods: (string | undefined)[] = []
    s3.disturb = (request, response) => {
      if (!request.url?.endsWith(hashOf(bytes))) return false
      methods.push(request.method)
      const setHeader = response.setHeader.bind(response)
      response.setHeader = (name, value) => setHeader(name, name.toLowerCase() === 'etag' ? '"encrypted"' : value)
      return false
    }
    const { id } = await frameOf(service, bytes)
    expect(methods).toEqual(['PUT', 'HEAD'])
    expect((await getBytes(service, `/api/frames/${id}`)).bytes.equals(bytes)).toBe(true)
  })

  test('a bucket that the configuration does not name gets no signed request', async () => {
    const bytes = await paint({ mood: 'grey', seed: 15 })
    const { id } = await frameOf(service, bytes)
    const methods: (string | undefined)[] = []
    const foreign = createServer((request, response) => {
      methods.push(request.method)
      response.end()
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
    const bucketOf = (url: string) => url.slice(0, url.indexOf('?'))
    for (const home of [
      `${bucketOf(s3.url)}?endpoint=${endpoint}&region=us-east-1`,
      s3.url.replace('pictures', 'others'),
      'nonsense',
    ]) {
      await store.write(async (db) => {
        await db.updateTable('frame_contents').set({ home }).where('content_hash', '=', hashOf(bytes)).execute()
        await announceObject(db, home, { accountId, contentHash: 'cd'.repeat(32), side: 0 }, '2020-01-01T00:00:00.000Z')
      })
      expectProblem(await service.call('GET', `/api/frames/${id}`), 503, 'unavailable')
      await sweep(strayObjectsKeptMs + 60_000)
    }
    expect(methods).toEqual([])
    const left = await store.read
      .selectFrom('stored_objects')
      .select('home')
      .where('content_hash', '=', 'cd'.repeat(32))
      .execute()
    expect(left).toHaveLength(3)
    await store.write((db) => db.deleteFrom('stored_objects').where('content_hash', '=', 'cd'.repeat(32)).execute())
    await service.call('DELETE', `/api/frames?id=${id}`)
    foreign.close()
  })

  test('without its object a frame is 404', async () => {
    const bytes = await paint({ mood: 'grey', seed: 9 })
    const { id } = await frameOf(service, bytes)
    await createObjectStore(config()).remove(s3.url, { accountId, contentHash: hashOf(bytes), side: 0 })
    expectProblem(await service.call('GET', `/api/frames/${id}`), 404, 'frame_not_found')
  })
})

describe('the start with a bucket', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.stop())

  test.each([
    [{ PALATE_FRAMES_URL: 'missing' }, 'PALATE_FRAMES_URL cannot be used: the bucket does not exist'],
    [{ AWS_ACCESS_KEY_ID: 'other' }, 'PALATE_FRAMES_URL cannot be used: the key in AWS_ACCESS_KEY_ID is not known'],
    [{ AWS_SECRET_ACCESS_KEY: 'other' }, 'PALATE_FRAMES_URL cannot be used: AWS_SECRET_ACCESS_KEY is wrong'],
    [{ AWS_SECRET_ACCESS_KEY: '' }, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('fails with %j in one line', async (wrong, message) => {
    const env: Record<string, string> = { ...s3.env, ...wrong }
    if (env.PALATE_FRAMES_URL === 'missing') env.PALATE_FRAMES_URL = s3.url.replace('pictures', 'missing')
    await expect(startService('sqlite', env)).rejects.toThrow(message)
  })
})
