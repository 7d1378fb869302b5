import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { createEmptyHome, createHome, engines, startService } from '../harness/service.ts'
import { startS3 } from '../objects/s3-server.ts'
import { breaking } from '../upgrades/newer-migrations.ts'
import { damageTable } from './damage-store.ts'

/** The lines as [ok or FAIL, name, finding]. */
function linesOf(stdout: string): readonly (readonly string[])[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
}

test('palate doctor prints one line for each check of a healthy service', async () => {
  const service = await startService('sqlite')
  const { port } = new URL(service.url)
  const { code, stdout, stderr } = await runOperatorCommand(['doctor'], { ...service.home.env, PALATE_PORT: port })
  await service.stop()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(linesOf(stdout)).toEqual([
    ['ok', 'node', process.versions.node],
    ['ok', 'configuration', 'all variables are valid'],
    ['ok', 'data directory', expect.stringMatching(`^${service.home.env.PALATE_DATA_DIR}, [\\d.]+ [MGT]iB free$`)],
    ['ok', 'store', 'SQLite, up to date'],
    ['ok', 'accounts', 'no stored data'],
    ['ok', 'pictures', 'in the data directory'],
    ['ok', 'models', expect.stringMatching(/^builtin-\w+, scored a built-in picture$/)],
    ['ok', 'address', `127.0.0.1:${port} is in use by a Palate that is ready`],
  ])
})

test.runIf(process.platform === 'linux')(
  'palate doctor reports each problem with its remedy, and exits with 1',
  async () => {
    const home = await createEmptyHome('postgres')
    await (await openStore(readConfig(home.env), { migrations: breaking })).close()
    const unready = createServer((_request, response) => {
      response.writeHead(503).end(JSON.stringify({ code: 'unavailable', detail: 'the store has no disk space left' }))
    })
    await new Promise<void>((resolve) => unready.listen(0, '127.0.0.1', resolve))
    const { port } = unready.address() as AddressInfo
    // A file system that is always full.
    const env = { ...home.env, PALATE_DATA_DIR: '/proc/palate', PALATE_PORT: String(port) }
    const { code, stdout, stderr } = await runOperatorCommand(['doctor'], env)
    unready.close()
    await home.remove()
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'palate: 3 checks failed\n' })
    expect(linesOf(stdout).filter(([state]) => state === 'FAIL')).toEqual([
      [
        'FAIL',
        'data directory',
        '/proc/palate has only 0 bytes free: free some space, or set PALATE_DATA_DIR to another directory',
      ],
      ['FAIL', 'store', 'written by a newer Palate (it has 9002-titles): upgrade Palate'],
      ['FAIL', 'address', `the Palate on 127.0.0.1:${port} is not ready: the store has no disk space left`],
    ])
  },
)

test.runIf(engines.includes('postgres'))('palate doctor finds a store that can only be read', async () => {
  const home = await createHome('postgres')
  const client = new pg.Client({ connectionString: home.env.DATABASE_URL })
  await client.connect()
  await client.query(`alter database ${client.database} set default_transaction_read_only = on`)
  await client.end()
  const { code, stdout } = await runOperatorCommand(['doctor'], { ...home.env, PALATE_PORT: '0' })
  await home.remove()
  expect(code).toBe(1)
  expect(linesOf(stdout)).toContainEqual([
    'FAIL',
    'store',
    expect.stringMatching(/^can be read and not written \(.*read-only.*\): is it a replica/),
  ])
})

test('palate doctor finds a store that is damaged', async () => {
  const home = await createHome('sqlite')
  damageTable(join(home.env.PALATE_DATA_DIR ?? '', 'palate.db'), 'profiles')
  const { code, stdout } = await runOperatorCommand(['doctor'], { ...home.env, PALATE_PORT: '0' })
  await home.remove()
  expect(code).toBe(1)
  expect(linesOf(stdout).filter(([state]) => state === 'FAIL')).toEqual([
    ['FAIL', 'store', expect.stringMatching(/^is damaged \(.+\): restore a backup into another directory$/)],
  ])
})

test('palate doctor reports an invalid variable like any other problem', async () => {
  const ended = await runOperatorCommand(['doctor'], { PALATE_PORT: 'http' })
  expect(ended).toEqual({
    code: 1,
    stdout: `ok    node            ${process.versions.node}\nFAIL  configuration   PALATE_PORT must be a port from 0 to 65535, not "http"\n`,
    stderr: 'palate: one check failed\n',
  })
})

test('palate doctor tries the bucket of PALATE_FRAMES_URL', async () => {
  const s3 = await startS3()
  const home = await createEmptyHome('sqlite')
  const findingOf = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await runOperatorCommand(['doctor'], { ...home.env, ...s3.env, ...env })
    return linesOf(stdout).find(([, name]) => name === 'pictures')
  }
  expect(await findingOf({})).toEqual(['ok', 'pictures', `in ${s3.url}, which accepts objects`])
  const missing = s3.url.replace('pictures', 'missing')
  expect(await findingOf({ PALATE_FRAMES_URL: missing })).toEqual([
    ...['FAIL', 'pictures', `${missing} cannot be used (the bucket does not exist): check PALATE_FRAMES_URL`],
  ])
  await s3.stop()
  await home.remove()
})
