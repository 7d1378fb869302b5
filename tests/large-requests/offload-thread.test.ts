import type { Worker } from 'node:worker_threads'
import { readConfig } from '@palate/server/config/config.ts'
import type { MainMethods } from '@palate/server/offload/offload-thread.ts'
import { createOffloadThread } from '@palate/server/offload/offload-thread.ts'
import { openStore } from '@palate/server/store/open.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHome } from '../harness/service.ts'

const threads: Worker[] = []
const remember = (worker: Worker) => threads.push(worker)
beforeEach(() => void process.on('worker', remember))
afterEach(() => void process.off('worker', remember))

test('an offload thread ends after an idle period, and starts again on demand', async () => {
  const home = await createHome('sqlite')
  const config = readConfig(home.env)
  await (await openStore(config)).close()
  const thread = openThread(config, 50)
  expect(await thread.list()).toMatchObject({ answer: { status: 200, body: '{"profiles":[]}' } })
  await expect.poll(() => threads[0]?.threadId).toBe(-1)
  expect(await thread.list()).toMatchObject({ answer: { status: 200 } })
  expect(threads.splice(0)).toHaveLength(2)
  await thread.close()
  await home.remove()
})

test('a request is 503 unavailable if the thread cannot open the store, and the next one tries again', async () => {
  const thread = openThread(readConfig({ PALATE_DATA_DIR: '/dev/null/data' }), 60_000)
  for (const attempt of [1, 2]) {
    await expect(thread.list()).rejects.toMatchObject({ status: 503, extras: { headers: { 'retry-after': '1' } } })
    await expect.poll(() => threads.map(({ threadId }) => threadId)).toEqual(Array(attempt).fill(-1))
  }
  await thread.close()
})

function openThread(config: ReturnType<typeof readConfig>, idleMsMax: number) {
  const featureSpace = { id: 'test', dimensions: 3, builtinDimensions: 0 }
  const settings = { config, logLevel: 'silent', featureSpace, embedderId: 'test', crowdDimensions: [] }
  const nothing = () => {}
  const methods = { log: nothing, observeStore: nothing } as unknown as MainMethods
  const thread = createOffloadThread(settings, methods, nothing, idleMsMax)
  const caller = { accountId: 'acct', keyId: 'key', keyName: 'Key', projects: null, scopes: null, expiresAt: null }
  const request = {
    requestId: 'req',
    address: '127.0.0.1',
    url: '/v1/profiles',
    params: {},
    query: {},
    headers: {},
    body: undefined,
  }
  return {
    close: () => thread.close(),
    list: () => thread.call('handle', { ...request, operationId: 'listProfiles', caller, nowMs: Date.now() }),
  }
}
