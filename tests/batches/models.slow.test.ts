import { setTimeout as pause } from 'node:timers/promises'
import { listLeaseOwners } from '@palate/server/batches/storing/frame-store.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProcesses, type Serving } from '../harness/processes.ts'
import { createHome, type Env, engines, type Home } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from '../scoring/embedding-endpoint.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { type BatchHost, startBatchHost } from './batch-host.ts'
import {
  batchOf,
  expectEachOnce,
  many,
  requestOf,
  resultsOf,
  submitAsync,
  untilCompleted,
  untilStatus,
} from './batch-service.ts'

const processes = createProcesses()
afterAll(() => processes.stopAll())

const now = 20
/** More than the 256 that one process leases at a time. */
const held = 270

describe.each(engines)('processes of two models, as in a rolling upgrade, on %s', (engine) => {
  let home: Home
  let store: Store
  let host: BatchHost
  let endpoint: EmbeddingEndpoint
  let [env, otherEnv]: Env[] = []
  beforeEach(async () => {
    home = await createHome(engine)
    store = await openStore(readConfig(home.env), { isSecondary: true })
    host = await startBatchHost()
    endpoint = await startEmbeddingEndpoint()
    env = { ...home.env, ...loopbackAllowed, PALATE_LOG_LEVEL: 'error' }
    otherEnv = { ...env, PALATE_EMBEDDER: endpoint.setting }
  })
  afterEach(async () => {
    await processes.stopAll()
    await store.close()
    await host.close()
    await endpoint.close()
    await home.remove()
  })

  const serve = (given: Env | undefined, options: readonly string[] = []) => processes.serve(given ?? {}, options)
  const submitTo = async (serving: Serving, paths: readonly string[]) => {
    const client = clientOf(serving)
    return (await submitAsync(client, requestOf(await createProfile(client), host, paths))).batch_id as string
  }
  const ownersOf = async (id: string) => {
    const { account_id: accountId } = await store.read
      .selectFrom('batches')
      .select('account_id')
      .executeTakeFirstOrThrow()
    return listLeaseOwners(store.read, { accountId, batchIds: [id] })
  }

  test('a batch keeps to one of them while a process of it is alive; then the other goes on and says so', async () => {
    const [old, next] = await Promise.all([serve(env), serve(otherEnv)])
    endpoint.forget()
    const id = await submitTo(old, [...many(now, 'now'), ...many(held, 'held')])
    const { model } = await batchOf(clientOf(old), id)
    await untilCompleted(clientOf(old), id, now)
    // The other one looks for work twice a second.
    await pause(2000)
    expect(await ownersOf(id)).toHaveLength(1)
    expect(endpoint.embedded).toBe(0)

    old.child.kill('SIGKILL')
    await old.ended
    host.open()
    const { counts, ...batch } = await untilStatus(clientOf(next), id, 'completed')
    expect(counts).toMatchObject({ succeeded: now + held })
    const lines = await resultsOf(clientOf(next), id)
    expectEachOnce(lines, now + held)
    expect(batch.model).toBe(model)
    expect(batch.models).toEqual([
      { model, seq: 1 },
      { model: expect.not.stringMatching(model), seq: now + 1 },
    ])
    expect(lines.at(-1)).toMatchObject({ type: 'done', models: batch.models })
  })

  test('a batch that a process submitted which works on none is of the model that scores it', async () => {
    const api = await serve(otherEnv, ['--no-worker'])
    const id = await submitTo(api, many(now, 'now'))
    const { model } = await batchOf(clientOf(api), id)
    processes.run(['worker'], env ?? {})
    const batch = await untilStatus(clientOf(api), id, 'completed')
    expect(batch.model).not.toBe(model)
    expect(batch).not.toHaveProperty('models')
  })
})

function clientOf({ address, ...serving }: Serving) {
  return { ...serving, url: address }
}
