import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { returnPauseMs, returnsMax } from '@palate/core/batches/retry.ts'
import { readConfig } from '@palate/server/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../harness/service.ts'
import { openStage, resultsOf, type Stage, scored, submitAsync, untilStatus } from './stage.ts'

/** Answers what it is asked first, which is whether it is there, and afterwards when the test wants. */
async function startEmbedder() {
  const standing = { isWell: true }
  const server = createServer((request, response) => {
    request.resume()
    response.statusCode = standing.isWell ? 200 : 500
    response.end(JSON.stringify({ data: [{ embedding: [1, 2, 3] }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, standing, url: `http://127.0.0.1:${port}/v1/embeddings?model=m` }
}

describe.each(engines)('a frame of a batch that no worker can read, on %s', (engine) => {
  let stage: Stage
  let store: Store
  let server: Server
  let standing: { isWell: boolean }
  beforeEach(async () => {
    const embedder = await startEmbedder()
    ;({ server, standing } = embedder)
    stage = await openStage(engine, { PALATE_EMBEDDER: embedder.url })
    store = await openStore(readConfig(stage.service.home.env))
    standing.isWell = false
  })
  afterEach(async () => {
    await store.close()
    await stage.close()
    server.closeAllConnections()
    server.close()
  })

  async function untilReturned(batchId: string, returns: number): Promise<void> {
    const returned = async () => {
      const query = store.read.selectFrom('batch_frames').select(['state', 'attempts', 'returns'])
      return query.where('batch_id', '=', batchId).executeTakeFirst()
    }
    await expect.poll(returned, { timeout: 10_000 }).toEqual({ state: 'waiting', attempts: 0, returns })
  }

  test('is given back, and scored with its first attempt when the service is well again', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(['now/a']))
    await untilReturned(batch_id, 1)
    service.clock.skipMs += returnPauseMs(1)
    await untilReturned(batch_id, 2)
    standing.isWell = true
    service.clock.skipMs += returnPauseMs(2)
    await untilStatus(service, batch_id, 'completed')
    expect(scored(await resultsOf(service, batch_id))).toMatchObject([{ type: 'score', attempts: 1 }])
  })

  test('fails for good after so many times, and its batch ends', async () => {
    const { service, request } = stage
    const { batch_id } = await submitAsync(service, request(['now/a']))
    await untilReturned(batch_id, 1)
    await store.write(async (db) => {
      await db
        .updateTable('batch_frames')
        .set({ returns: returnsMax - 1 })
        .where('batch_id', '=', batch_id)
        .execute()
    })
    service.clock.skipMs += returnPauseMs(1)
    await untilReturned(batch_id, returnsMax)
    service.clock.skipMs += returnPauseMs(returnsMax)
    const { counts } = await untilStatus(service, batch_id, 'completed')
    expect(counts).toEqual({ total: 1, succeeded: 0, failed: 1, canceled: 0 })
    const error = { code: 'not_an_image', retryable: false }
    expect(scored(await resultsOf(service, batch_id))).toMatchObject([{ type: 'error', attempts: 1, error }])
  })
})
