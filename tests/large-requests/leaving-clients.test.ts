import { once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { routeSchemas } from '@palate/core/route-schemas.ts'
import { routes } from '@palate/core/routes.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { jsonBody } from '@palate/server/http/request/body.ts'
import { openLargeRequests } from '@palate/server/large-requests/large-requests.ts'
import { gone, type RequestMessage } from '@palate/server/large-requests/messages.ts'
import type { OpenRequestThread } from '@palate/server/large-requests/open-request-thread.ts'
import { createLongQueue, createShortQueue, requestsAtOnceMax } from '@palate/server/large-requests/request-queue.ts'
import type { Operation } from '@palate/server/operations.ts'
import type { Services } from '@palate/server/services.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Store } from '@palate/server/store/store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHome, type Home } from '../harness/service.ts'

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

/** Profile imports with a thread whose end of the port the test controls. */
function importsWith(send: () => MessagePort) {
  const thread = { send, short: createShortQueue(), long: createLongQueue() } as unknown as OpenRequestThread
  const services = { clock: () => new Date(), store } as unknown as Services
  const { take } = openLargeRequests(services, thread, 0)
  const operation = { id: 'importProfile', route: routes.importProfile, schemas: routeSchemas.importProfile }
  const body = () => jsonBody(Buffer.from('{}'))
  const request = () => ({ url: '', params: {}, query: {}, headers: {}, caller: undefined, body: body() })
  return (signal = new AbortController().signal) =>
    take(operation as unknown as Operation, request(), 'req_1', () => signal)
}

const answered: RequestMessage = {
  answer: { status: 200, headers: undefined, mediaType: 'application/json', body: '{}' },
}

test('a request that cannot be sent to the thread releases its slot', async () => {
  let failures = requestsAtOnceMax + 1
  const take = importsWith(() => {
    failures -= 1
    if (failures >= 0) throw new Error('cannot be sent')
    const { port1, port2 } = new MessageChannel()
    port2.postMessage(answered)
    return port1
  })
  for (let i = 0; i <= requestsAtOnceMax; i++) await expect(take()).rejects.toThrow('cannot be sent')
  expect(await take()).toEqual(answered)
})

test('the thread is notified if a client disconnects during its request', async () => {
  const { port1, port2 } = new MessageChannel()
  const leaving = new AbortController()
  const taken = importsWith(() => port1)(leaving.signal)
  await new Promise((resolve) => setImmediate(resolve))
  leaving.abort(new Error('left'))
  expect(await once(port2, 'message')).toEqual([gone])
  port2.postMessage(answered)
  expect(await taken).toEqual(answered)
})
