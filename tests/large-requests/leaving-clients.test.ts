import { setImmediate as nextTurn } from 'node:timers/promises'
import { operations } from '@palate/core/operations.ts'
import { routes } from '@palate/core/routes.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { jsonBody } from '@palate/server/http/request/body.ts'
import { openOffload } from '@palate/server/offload/offload.ts'
import type { Handled, Offload, OffloadMethods } from '@palate/server/offload/offload-thread.ts'
import { createRequestQueue, requestsAtOnceMax } from '@palate/server/offload/request-queue.ts'
import type { Operation } from '@palate/server/operations.ts'
import type { Services } from '@palate/server/services.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHome, type Home } from '../harness/service.ts'

/** For one account. */
const atOnceMax = requestsAtOnceMax / 2

let home: Home
let store: Store
beforeAll(async () => {
  home = await createHome('sqlite')
  store = await openStore(readConfig(home.env))
})
afterAll(async () => {
  await store.close()
  await home.remove()
})

/** Profile imports with a thread that the test controls. */
function importsWith(handle: OffloadMethods['handle']) {
  const call = (_: string, ...args: Parameters<typeof handle>) => handle(...args)
  const thread = { call, queue: createRequestQueue() } as unknown as Offload
  const services = { clock: () => new Date(), store } as unknown as Services
  const { handleIfLarge } = openOffload(services, thread, 0)
  const operation = { id: 'importProfile', route: routes.importProfile, schemas: operations.importProfile }
  const body = () => jsonBody(Buffer.from('{}'))
  const from = { requestId: 'req_1', address: '127.0.0.1' }
  const request = () => ({ ...from, url: '', params: {}, query: {}, headers: {}, caller: undefined, body: body() })
  return (signal = new AbortController().signal) =>
    handleIfLarge(operation as unknown as Operation, request(), () => signal)
}

const answered: Handled = { answer: { status: 200, headers: undefined, mediaType: 'application/json', body: '{}' } }

test('a request that cannot be sent to the thread releases its slot', async () => {
  let failures = atOnceMax + 1
  const runImport = importsWith(async () => {
    failures -= 1
    if (failures >= 0) throw new Error('cannot be sent')
    return answered
  })
  for (let i = 0; i <= atOnceMax; i++) await expect(runImport()).rejects.toThrow('cannot be sent')
  expect(await runImport()).toEqual(answered)
})

test('if a client disconnects during its request, the thread is notified, and the slot is kept until it is done', async () => {
  const running: { readonly signal: AbortSignal; readonly finish: () => void }[] = []
  const runImport = importsWith(
    (_, signal) => new Promise((resolve) => running.push({ signal, finish: () => resolve(answered) })),
  )
  const leaving = new AbortController()
  const taken = Array.from({ length: atOnceMax }, () => runImport(leaving.signal))
  const next = runImport()
  await expect.poll(() => running.length).toBe(atOnceMax)
  leaving.abort(new Error('left'))
  expect(running.map(({ signal }) => signal.aborted)).toEqual(taken.map(() => true))
  await nextTurn()
  expect(running).toHaveLength(atOnceMax)
  for (const { finish } of running) finish()
  expect(await Promise.all(taken)).toEqual(taken.map(() => answered))
  await expect.poll(() => running.length).toBe(atOnceMax + 1)
  running.at(-1)?.finish()
  expect(await next).toEqual(answered)
})
