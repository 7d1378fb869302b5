import { randomUUID } from 'node:crypto'
import { insertBatch } from '@palate/server/batches/storing/batch-store.ts'
import { insertRequest } from '@palate/server/batches/storing/request-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { createAccount } from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProcesses } from '../harness/processes.ts'
import { createHome, engines, type Home } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { expectEachOnce, many, requestOf, resultsOf, scored, submitAsync, useStage } from './batch-service.ts'

const processes = createProcesses()
const clock = () => new Date()
const newId = createIdSource(clock)

const accountsCount = 3
const batchesPerAccount = 4
/** 8 MB for each batch, 96 MB in total. */
const framesPerBatch = 80
const urlCharacters = 100_000
const heapMb = 128

describe.each(engines)('large batches on %s', (engine) => {
  let home: Home
  let store: Store
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env))
  })
  afterEach(async () => {
    await processes.stopAll()
    await store.close()
    await home.remove()
  })

  /** Written directly to the store in one go, so that none ends before the last exists. */
  async function submitLarge(profileIds: readonly string[]): Promise<readonly string[]> {
    const profiles = await store.read
      .selectFrom('profiles')
      .select(['account_id', 'project_id', 'id'])
      .where('id', 'in', profileIds)
      .execute()
    const batches = Array.from({ length: batchesPerAccount }, () => profiles).flat()
    const ids: string[] = []
    await store.write(async (db) => {
      for (const { account_id, project_id, id } of batches) {
        const key = { accountId: account_id, batchId: newId('batch') }
        const names = { ...key, projectId: project_id, profileId: id, versionId: null, seed: null }
        const request = { dimensions: ['warmth'], explain: false, metadata: {} }
        await insertBatch(store, db, {
          ...names,
          total: framesPerBatch,
          request,
          model: 'm',
          resultBytes: 100,
          createdAt: clock().toISOString(),
        })
        await insertRequest(db, key, { frames: largeFrames(key.batchId), working: null })
        ids.push(key.batchId)
      }
    })
    return ids
  }

  test('many batches of several accounts all end, in less memory than their total size', async () => {
    const { as, output } = await processes.serve({
      ...home.env,
      PALATE_LOG_LEVEL: 'error',
      NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
    })
    const profileIds: string[] = []
    for (let i = 0; i < accountsCount; i++) {
      const key = await createAccount(store, { clock, newId }, randomUUID())
      profileIds.push(await createProfile(as(key ?? '')))
    }
    const ids = await submitLarge(profileIds)
    const ended = async () => {
      const rows = await store.read.selectFrom('batches').select(['status', 'failed']).where('id', 'in', ids).execute()
      return rows.filter(({ status, failed }) => status === 'completed' && failed === framesPerBatch).length
    }
    await expect.poll(ended, { timeout: 240_000, interval: 100 }).toBe(ids.length)
    expect(output().stderr).toBe('')
  })
})

/** Refused without a network request, so that scoring takes no time. */
function largeFrames(name: string) {
  const url = `http://127.0.0.1/${name}?${'x'.repeat(urlCharacters)}`
  return Array.from({ length: framesPerBatch }, (_, i) => ({ id: `f${i}`, url: `${url}${i}` }))
}

describe.each(engines)('the parts of a submission on %s', (engine) => {
  const stage = useStage(engine)

  test('retried frames are found in their parts', async () => {
    const { service, request } = stage
    const paths = Array.from({ length: 500 }, (_, i) => (i % 60 === 7 ? `flaky/1/part-${i}` : `now/part-${i % 2}`))
    const { batch_id } = await submitAsync(service, request(paths))
    const results = await resultsOf(service, batch_id)
    expectEachOnce(results, 500)
    for (const { frame_id, index, attempts, type } of scored(results)) {
      expect([type, frame_id, attempts]).toEqual(['score', `f${index}`, index % 60 === 7 ? 2 : 1])
    }
  })

  test('a batch submitted before parts existed is processed', async () => {
    const { service, host, profile } = stage
    const store = await openStore(readConfig(service.home.env))
    const { account_id, project_id } = await store.read
      .selectFrom('profiles')
      .select(['account_id', 'project_id'])
      .where('id', '=', profile)
      .executeTakeFirstOrThrow()
    const batchId = newId('batch')
    const { frames } = requestOf(profile, host, many(300, 'now')) as { frames: readonly object[] }
    await store.write(async (db) => {
      const names = { accountId: account_id, batchId, projectId: project_id, profileId: profile }
      const request = { dimensions: ['warmth'], explain: false, metadata: {} }
      const state = {
        versionId: null,
        seed: null,
        total: 300,
        request,
        model: 'm',
        resultBytes: 100,
        createdAt: clock().toISOString(),
      }
      await insertBatch(store, db, { ...names, ...state })
      const row = { account_id, batch_id: batchId, frames: JSON.stringify(frames), working: null }
      await db.insertInto('batch_requests').values(row).execute()
    })
    await store.close()
    const results = await resultsOf(service, batchId)
    expectEachOnce(results, 300)
    expect(scored(results).every(({ frame_id, index }) => frame_id === `f${index}`)).toBe(true)
  })
})
