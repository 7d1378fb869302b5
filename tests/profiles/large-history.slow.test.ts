import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { change, createProfile, version } from './profile-requests.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const commits = 24
const pictureBytes = 2_400_000
const historyCharacters = (commits * pictureBytes * 4) / 3

describe.each(engines)('a history with 77 MB of inline pictures on %s', (engine) => {
  const service = useService(engine)
  let id: string
  beforeAll(async () => {
    id = await createProfile(service)
    const versions = Array.from({ length: commits }, (_, i) => {
      const exemplars = [{ id: 'e', imageData: randomBytes(9000).toString('base64') }]
      return version({ id: `v${i}`, parent: i > 0 ? `v${i - 1}` : null, snapshot: { exemplars } })
    })
    await change(service, id, { versions })
    await enlargePictures()
  })

  /** Written directly to the store, because sending as much takes ten times as long. */
  async function enlargePictures(): Promise<void> {
    const store = await openStore(readConfig(service.home.env))
    const texts = await store.read
      .selectFrom('objects')
      .select('hash')
      .where('profile_id', '=', id)
      .where('hash', 'like', '%:text')
      .execute()
    expect(texts).toHaveLength(commits)
    await store.write(async (db) => {
      for (const { hash } of texts) {
        const content = randomBytes(pictureBytes).toString('base64')
        await db.updateTable('objects').set({ content }).where('profile_id', '=', id).where('hash', '=', hash).execute()
      }
      await db.updateTable('profiles').set({ stored_bytes: null }).where('id', '=', id).execute()
    })
    await store.close()
  }

  /** Memory in use, without garbage. */
  function liveBytes(): number {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }

  it.each([
    ['GET', ''],
    ['export', '/export'],
  ])('is returned by %s with half of its size in memory', async (_, path) => {
    const before = liveBytes()
    const headers = { authorization: `Bearer ${service.key}` }
    const answer = await fetch(`${service.url}/v1/profiles/${id}${path}`, { headers })
    expect(answer.status).toBe(200)
    let [bytes, measuredAt, peak] = [0, 0, 0]
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes - measuredAt < historyCharacters / 10) continue
      measuredAt = bytes
      peak = Math.max(peak, liveBytes())
    }
    expect(bytes).toBeGreaterThan(historyCharacters)
    expect(peak - before).toBeLessThan(historyCharacters / 2)
  })
})
