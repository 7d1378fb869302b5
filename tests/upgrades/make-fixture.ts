import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { readConfig } from '@palate/server/config/config.ts'
import { start } from '@palate/server/main.ts'
import { createLog } from '@palate/server/platform/log.ts'
import { version } from '@palate/server/platform/version.ts'
import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { sqliteFile } from '@palate/server/store/open.ts'
import { createClient } from '../harness/client.ts'
import { createHomeOn } from '../harness/home.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { fillStore } from './fill-store.ts'
import { dumpRows, type Fixture, fixtureKey, fixturesDir, schemaThrough } from './fixture.ts'
import { recordAnswers } from './record-answers.ts'

/**
 * Writes the fixture of this version: a store with one of everything, and every response. An argument names the last
 * migration of the release, if there are later ones that change nothing in these rows.
 */
const migration = process.argv[2] ?? migrations.at(-1)?.name ?? ''
const home = await createHomeOn(undefined)
const config = readConfig({
  ...home.env,
  PALATE_BOOTSTRAP_KEY: fixtureKey,
  PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
  PALATE_WEBHOOK_RETRY_MS: '1,1',
})
const service = await start({ config, log: createLog('warn') })
const accepting = await startReceiver()
const failing = await startReceiver((response) => response.writeHead(500).end('no'))
const client = createClient(service.address, fixtureKey)
await fillStore(client, accepting, failing)
const answers = await recordUntilStable()
await service.stop()
await Promise.all([accepting.stop(), failing.stop()])

const schema = await schemaThrough(migration)
const rows = dumpRows(sqliteFile(config.dataDir), schema)
const fixture: Fixture = { migration, schema, recordedAt: new Date().toISOString(), rows, answers }
writeFileSync(new URL(`${version}.json`, fixturesDir), `${JSON.stringify(fixture, null, 1)}\n`)
await home.remove()

/** The first read of a profile starts the computation of its derived members. */
async function recordUntilStable() {
  for (let last = await recordAnswers(client), round = 0; round < 20; round++) {
    const next = await recordAnswers(client)
    if (isDeepStrictEqual(next, last)) return next
    last = next
    await pause(200)
  }
  throw new Error('a response changes on its own')
}
