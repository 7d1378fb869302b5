import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createIdSource } from '../../platform/ids.ts'
import { openStore } from '../../store/open.ts'
import { type Store, StoreUnavailableError } from '../../store/store.ts'
import { createEventLogReader } from './event-log.ts'
import { createEventRecorder } from './event-recorder.ts'

test('while the disk is full, the log can be read up to the last numbered event', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'palate-log-'))
  const store = await openStore(readConfig({ PALATE_DATA_DIR: dataDir }))
  const { record } = createEventRecorder(
    { store, newId: createIdSource(() => new Date()), clock: () => new Date() },
    () => {},
  )
  const recordOne = () =>
    store.write((db) =>
      record(
        db,
        { accountId: 'acct' },
        [{ type: 'webhook.test', projectId: null, profileId: null, data: { webhookId: 'hook' } }],
        '2026-01-02T03:04:05.000Z',
      ),
    )
  await recordOne()
  expect(await createEventLogReader(store).findEnd('acct')).toBe(1)
  await recordOne()
  const write: Store['write'] = () => Promise.reject(new StoreUnavailableError('full', 'the disk is full'))
  const full = createEventLogReader({ ...store, write })
  expect(await full.findEnd('acct')).toBe(1)
  const caller = { accountId: 'acct', keyId: 'key', keyName: 'Key', projects: null, scopes: null, expiresAt: null }
  const ids = (await store.read.selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id)
  expect(await full.findPosition(caller, ids[0] ?? '')).toBe(1)
  await expect(full.findPosition(caller, ids[1] ?? '')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await createEventLogReader(store).findEnd('acct')).toBe(2)
  await store.close()
  rmSync(dataDir, { recursive: true })
})
