import { once } from 'node:events'
import type { Serving } from '../harness/processes.ts'
import { openOnWire } from '../harness/wire.ts'

/** Starts a request without its body, and waits until the server has accepted it. */
export async function beginPost({ address, key }: Pick<Serving, 'address' | 'key'>) {
  const request = openOnWire(`${address}/v1/profiles`, 'POST', {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    expect: '100-continue',
    connection: 'keep-alive',
  })
  await once(request.sent, 'continue')
  return request
}
