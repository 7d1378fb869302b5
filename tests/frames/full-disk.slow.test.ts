import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'
import { expectProblem } from '../harness/problem.ts'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createEmptyHome, engines, type Home } from '../harness/service.ts'
import { pictureNamed } from '../properties/operation-requests.ts'
import { getBytes, upload } from './frame-requests.ts'

/** Limits the size of the files that a running process may write; Linux only. */
const prlimit = '/usr/bin/prlimit'
const pictureBytes = 3_000_000
const smallBytes = 300_000
const diskBytes = 64 * 1024 * 1024
/** Free space of the small disk: less than a few concurrent uploads need. */
const leftBytes = 900_000
const uploads = 24

/** Decoders ignore bytes after the picture. */
function pictureOf(bytes: number, name: string): Buffer {
  return Buffer.concat([pictureNamed(name), Buffer.alloc(bytes, name)]).subarray(0, bytes)
}

describe.each(engines)('uploads to a full disk on %s', (engine) => {
  const processes = createProcesses()
  let home: Home
  let serving: Serving
  let isMounted = false
  const dataDir = () => home.env.PALATE_DATA_DIR ?? ''
  const incoming = () => readdirSync(join(dataDir(), 'incoming'))
  beforeAll(async () => {
    home = await createEmptyHome(engine)
    isMounted = mount(dataDir())
    serving = await processes.serve({ ...home.env, PALATE_RATE_LIMIT: '100000' })
  })
  afterAll(async () => {
    await processes.stopAll()
    if (isMounted) execFileSync('umount', [dataDir()])
    await home.remove()
  })

  const client = () => createClient(serving.address, serving.key)

  it.runIf(existsSync(prlimit))('a file whose last bytes do not fit on the disk is 503', async () => {
    const limit = (bytes: string) => execFileSync(prlimit, [`--pid=${serving.child.pid}`, `--fsize=${bytes}:unlimited`])
    const bytes = pictureOf(pictureBytes, 'cut')
    limit(String(pictureBytes - 10))
    expectProblem(await upload(client(), bytes), 503, 'unavailable')
    limit('unlimited')
    expect(incoming()).toEqual([])
    const { status, body } = await upload(client(), bytes)
    expect(status).toBe(201)
    expect((await getBytes(client(), `/api/frames/${body.id}`)).bytes.equals(bytes)).toBe(true)
  })

  it('uploads acknowledged while the disk fills up are stored whole, the others are 503', async ({ skip }) => {
    if (!isMounted) skip('a small disk can be mounted by root only')
    const ballast = join(dataDir(), 'ballast')
    const { bavail, bsize } = statfsSync(dataDir())
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - leftBytes))
    const pictures = Array.from({ length: uploads }, (_, i) => pictureOf(smallBytes, `${i}`))
    const answers = await Promise.all(pictures.map((bytes) => upload(client(), bytes)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) expectProblem(answer, 503, 'unavailable')
    rmSync(ballast)
    for (const [i, { status, body }] of answers.entries()) {
      if (status !== 201) continue
      const stored = await getBytes(client(), `/api/frames/${body.id}`)
      expect(stored.bytes.equals(pictures[i] ?? Buffer.alloc(0))).toBe(true)
    }
    await eventually(() => expect(incoming()).toEqual([]))
  })
})

/** A small separate disk, if this process may mount one. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
