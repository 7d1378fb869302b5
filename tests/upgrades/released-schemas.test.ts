import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { start } from '@palate/server/main.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createClient } from '../harness/client.ts'
import { createEmptyHome, engines } from '../harness/service.ts'
import { sharedThreads } from '../harness/shared-threads.ts'
import { idempotentRequest } from './fill-store.ts'
import { fixtureKey, fixturesDir, loadFixture, readFixture, schemaThrough } from './fixture.ts'
import { ask } from './record-answers.ts'

/** Numbers computed from pictures differ slightly between processors. */
const tolerance = 1e-3

const releases = readdirSync(fixturesDir).map((file) => basename(file, '.json'))

describe.each(releases)('the store of release %s', (release) => {
  const fixture = readFixture(release)

  test('has the schema that its migrations still create: a released migration is never edited', async () => {
    expect(await schemaThrough(fixture.migration)).toEqual(fixture.schema)
  })

  test.each(engines)('is migrated on %s, and every response is the same as before', async (engine) => {
    const home = await createEmptyHome(engine)
    const config = readConfig(home.env)
    await loadFixture(fixture, config)
    const skipMs = Date.parse(fixture.recordedAt) - Date.now()
    const clock = () => new Date(Date.now() + skipMs)
    const log = pino({ level: 'silent' })
    const service = await start({ config, log, clock, isWorker: false, threads: sharedThreads })
    const client = createClient(service.address, fixtureKey)
    const answers = await Promise.all(fixture.answers.map(({ path }) => ask(client, path)))
    const repeated = await client.call('POST', '/v1/profiles', idempotentRequest)
    await service.stop()
    await home.remove()

    const differences = fixture.answers
      .flatMap((recorded, i) => differencesOf(recorded, answers[i], recorded.path))
      // Each release words the summary in its own way.
      .filter((difference) => !difference.includes('/effectiveSnapshot/promptSummary:'))
    expect(differences).toEqual([])
    expect(repeated).toMatchObject({ status: 201, body: { name: idempotentRequest.body.name } })
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
  })
})

/** The differences between responses. Members added by a later release do not count. */
function differencesOf(before: unknown, now: unknown, place: string): readonly string[] {
  if (typeof before === 'number' && typeof now === 'number') {
    return Math.abs(before - now) <= tolerance ? [] : [`${place}: ${before} → ${now}`]
  }
  if (typeof before !== 'object' || before === null || typeof now !== 'object' || now === null) {
    return before === now ? [] : [`${place}: ${JSON.stringify(before)} → ${JSON.stringify(now)}`]
  }
  if (Array.isArray(before) && before.length !== (now as readonly unknown[]).length) {
    return [`${place}: ${before.length} → ${(now as readonly unknown[]).length} items`]
  }
  return Object.entries(before).flatMap(([name, value]) =>
    differencesOf(value, (now as Readonly<Record<string, unknown>>)[name], `${place}/${name}`),
  )
}
