import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { HttpResponse } from '../http/response/http-response.ts'
import type { RequestMessage } from './messages.ts'
import { receiveAnswer } from './receive-answer.ts'

test('if the thread stops before a streamed response is read, only its reader sees the error', async () => {
  const { port1, port2 } = new MessageChannel()
  const received = receiveAnswer(port1)
  const answer = { status: 200, headers: undefined, mediaType: 'application/json', body: { isStreamed: true } } as const
  port2.postMessage({ answer } satisfies RequestMessage)
  const { body } = ((await received) as { readonly answer: HttpResponse }).answer
  port2.close()
  await once(port1, 'close')
  await new Promise((resolve) => setImmediate(resolve))
  const read = async () => {
    for await (const _ of body as AsyncIterable<Uint8Array>);
  }
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' })
})
