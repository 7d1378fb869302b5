import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Call } from '../operations.ts'
import type { Services } from '../services.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { serviceHandlers } from './service-handlers.ts'

let dir: string
let store: Store
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'palate-ready-'))
  store = await openStore(readConfig({ PALATE_DATA_DIR: dir }))
})
afterAll(async () => {
  await store.close()
  rmSync(dir, { recursive: true })
})

test('a process is not ready while a feature says that it cannot serve', async () => {
  let reason: string | undefined
  const { readiness } = serviceHandlers({} as Services, '1', [() => undefined, () => reason])
  const call = { db: store.read } as Call<'readiness'>
  expect(await readiness(call)).toEqual({ body: { status: 'ready' } })
  reason = 'pictures wait too long for a worker'
  await expect(readiness(call)).rejects.toMatchObject({ code: 'unavailable', status: 503, message: reason })
})
