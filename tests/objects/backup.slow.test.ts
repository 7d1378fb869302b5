import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, getBytes } from '../frames/frame-requests.ts'
import { runOperatorCommand } from '../harness/command.ts'
import { eventually } from '../harness/eventually.ts'
import { createEmptyHome, engines, type Home, startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { paint } from '../scoring/pictures.ts'
import { type S3Server, startS3 } from './s3-server.ts'

describe.each(engines)('a backup of a service on %s with pictures in a bucket', (engine) => {
  let s3: S3Server
  let service: TestService
  let folder: string
  let picture: Buffer
  let id: string
  let names: readonly string[]
  beforeAll(async () => {
    s3 = await startS3()
    service = await startService(engine, s3.env)
    folder = createFolder('backups')
    picture = await paint({ mood: 'warm', seed: 1 })
    ;({ id } = await frameOf(service, picture))
    expect((await getBytes(service, `/api/frames/${id}/thumbnail`)).status).toBe(200)
    await eventually(async () => expect((await s3.list()).join()).toContain('/thumbnails/'))
    names = await s3.list()
  })
  afterEach(() => {
    s3.disturb = undefined
  })
  afterAll(async () => {
    await service.stop()
    await s3.stop()
  })

  const backUp = (target: string, ...options: readonly string[]) =>
    runOperatorCommand(['backup', target, ...options], { ...service.home.env, ...s3.env })

  async function restore(target: string, env = {}): Promise<Home> {
    const home = await createEmptyHome(engine)
    expect(await runOperatorCommand(['restore', target], { ...home.env, ...env })).toMatchObject({
      code: 0,
      stderr: '',
    })
    const place = home.env.PALATE_DATA_DIR ?? ''
    mkdirSync(place, { recursive: true })
    copyFileSync(join(service.home.env.PALATE_DATA_DIR ?? '', 'bootstrap-key'), join(place, 'bootstrap-key'))
    return home
  }

  async function expectPicture(home: Home, env = {}): Promise<void> {
    const restored = await startService(engine, env, home)
    const { status, bytes } = await getBytes(restored, `/api/frames/${id}`)
    expect([status, bytes.equals(picture)]).toEqual([200, true])
    expect((await getBytes(restored, `/api/frames/${id}/thumbnail`)).status).toBe(200)
    await restored.stop()
    await home.remove()
  }

  test('contains them, and the restored store does not need the bucket', async () => {
    const target = join(folder, 'with.db')
    const { code, stdout, stderr } = await backUp(target)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('stay in their buckets')
    await expectPicture(await restore(target))
    expect(await s3.list()).toEqual(expect.arrayContaining([...names]))
  })

  test('leaves them in the bucket on request, and says so', async () => {
    const target = join(folder, 'without.db')
    const { code, stdout } = await backUp(target, '--no-objects')
    expect(code).toBe(0)
    expect(stdout).toContain('palate: 1 picture stays in its bucket and is not in the backup (--no-objects)\n')
    await expectPicture(await restore(target, s3.env), s3.env)
  })

  test.each(['frame_contents', 'thumbnails', 'stored_objects'])(
    'is refused if its %s name a bucket that the configuration does not',
    async (table) => {
      const target = join(folder, `tampered-${table}.db`)
      expect((await backUp(target, '--no-objects')).code).toBe(0)
      rmSync(`${target}.sha256`)
      const evil = s3.url.replace('127.0.0.1', '127.0.0.2')
      const database = new DatabaseSync(target)
      database.prepare(`update ${table} set home = ?`).run(evil)
      database.close()
      const home = await createEmptyHome(engine)
      const env = { ...home.env, ...s3.env }
      const refused = await runOperatorCommand(['restore', target], env)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain(`cannot restore ${target}: it refers to pictures in ${evil}: name the bucket in`)
      const named = await runOperatorCommand(['restore', target], { ...env, PALATE_FRAMES_URL_OLD: evil })
      expect(named.code).toBe(0)
      await home.remove()
    },
  )

  test('fails in one line and leaves nothing if the bucket does not respond', async () => {
    const before = readdirSync(folder)
    s3.disturb = (_, response) => {
      response.destroy()
      return true
    }
    const { code, stdout, stderr } = await backUp(join(folder, 'unreachable.db'))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^palate: cannot back up [^\n]* is not responding\n$/)
    expect(readdirSync(folder)).toEqual(before)
  })

  test('leaves out damaged pictures, names them and exits with 1', async () => {
    const damaged = await frameOf(service, await paint({ mood: 'cold', seed: 2 }))
    const [name = ''] = (await s3.list()).filter((one) => one.includes('/frames/') && !names.includes(one))
    await s3.put(name, 'something else')
    const target = join(folder, 'damaged.db')
    const { code, stderr } = await backUp(target)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^palate: 1 picture is damaged and not in the backup:\n/)
    expect(stderr).toContain(name.split('/').at(-1))
    const home = await restore(target)
    const restored = await startService(engine, {}, home)
    expect((await restored.call('GET', `/api/frames/${damaged.id}`)).status).toBe(404)
    await restored.stop()
    await expectPicture(home)
  })
})
