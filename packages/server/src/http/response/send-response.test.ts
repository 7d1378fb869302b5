import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldAfterMs } from '../../work/event-loop.ts'
import { createSendResponse } from './send-response.ts'

test('hundreds of requests that get the same large response at once do not get it in one turn of the event loop', async () => {
  const send = createSendResponse({
    ...{ basePath: '', isStopping: () => false, headersFor: () => undefined, watchKey: () => () => {} },
    log: { warn: () => {} } as never,
    onFinished: () => {},
  })
  let sent = 0
  /** As long as it takes to copy a few megabytes to the operating system. */
  const end = () => {
    const startedMs = performance.now()
    while (performance.now() - startedMs < yieldAfterMs) {
      // The thread is busy.
    }
    sent += 1
  }
  const response = { status: 200, mediaType: 'text/html', body: Buffer.alloc(1024 * 1024) }
  const count = 40
  for (let i = 0; i < count; i++) {
    const raw = { destroyed: false, writeHead: () => ({ end }), on: () => {} }
    send({ raw: { complete: true, headers: {} } } as never, { raw, hijack: () => {} } as never, response)
  }
  expect(sent).toBeLessThan(3)
  let turns = 0
  for (; sent < count; turns += 1) await nextTurn()
  expect(turns).toBeGreaterThan(count / 2)
})
