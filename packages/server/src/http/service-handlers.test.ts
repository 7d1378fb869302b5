import { expect, test } from 'vitest'
import type { Call } from '../operations.ts'
import { serviceHandlers } from './service-handlers.ts'

test('a process is not ready while a feature reports a reason', async () => {
  let reason: string | undefined
  const { readiness } = serviceHandlers([
    { name: 'store', check: async () => undefined },
    { name: 'scoring', check: async () => reason },
  ])
  const call = {} as Call<'readiness'>
  expect(await readiness(call)).toEqual({ body: { status: 'ready' } })
  reason = 'pictures wait too long for a worker'
  const extras = { members: { checks: { scoring: reason } } }
  await expect(readiness(call)).rejects.toMatchObject({ code: 'unavailable', message: reason, extras })
})
