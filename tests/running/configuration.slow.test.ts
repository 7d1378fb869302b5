import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { formatKey } from '@palate/core/keys/format.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { createProcesses } from '../harness/processes.ts'
import { createEmptyHome, type Home } from '../harness/service.ts'

describe('bad configuration is refused at start with one line that names the variable and its accepted values', () => {
  const processes = createProcesses()
  let home: Home
  let taken: Server
  let takenPort: string
  beforeAll(async () => {
    home = await createEmptyHome('sqlite')
    taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    takenPort = String((taken.address() as AddressInfo).port)
  })
  afterAll(async () => {
    await processes.stopAll()
    await new Promise((resolve) => taken.close(resolve))
    await home.remove()
  })

  // A given first key is not printed, whichever of these starts creates the account.
  const given = { PALATE_BOOTSTRAP_KEY: formatKey(Array.from({ length: 32 }, (_, i) => i)) }
  const start = (env: Readonly<Record<string, string>>) =>
    processes.finish(['serve'], { ...home.env, ...given, ...env })
  const inUse = (variable: string) =>
    `port ${takenPort} is in use: stop the program that uses it, or set ${variable} to another port (0: any free port)`
  const refused = (code: number, line: string) => ({ code, stdout: '', stderr: `palate: ${line}\n` })

  test.concurrent.each([
    ['PALATE_PORT', 'http', 'a port from 0 to 65535, not "http"'],
    ['PALATE_METRICS_PORT', '70000', 'a port from 0 to 65535, not "70000"'],
    ['PALATE_RATE_LIMIT', '0', 'a number of requests per minute, at least 1, not "0"'],
    ['PALATE_AUTH_FAILURES', '-1', 'a number of failures per minute, at least 1, not "-1"'],
    [
      'PALATE_WEBHOOK_RETRY_MS',
      '5s',
      'a comma-separated list of milliseconds before each retry, such as 5000,300000, not "5s"',
    ],
    ['PALATE_LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
    ['PALATE_BOOTSTRAP_KEY', 'plt_mistyped', 'a well-formed API key (plt_, 32 characters, checksum)'],
    ['DATABASE_URL', 'mysql://me:secret@h/d', 'a URL such as postgres://user:password@host:5432/database'],
  ])('%s=%s', async (name, value, expected) => {
    const refusal = await runOperatorCommand(['serve'], { ...home.env, ...given, [name]: value })
    expect(refusal).toEqual(refused(2, `${name} must be ${expected}`))
  })

  test.concurrent('a PALATE_PORT that is in use', async () => {
    const line = inUse('PALATE_PORT')
    expect(await start({ PALATE_PORT: takenPort })).toEqual(refused(1, line))
  })

  test.concurrent('a start after a port clash still prints the sign-in link', async () => {
    const other = await createEmptyHome('sqlite')
    try {
      const clash = await processes.finish(['serve'], { ...other.env, PALATE_PORT: takenPort })
      expect(clash).toMatchObject({ code: 1, stdout: expect.stringMatching(/^palate: first key plt_\w+ .*\n$/) })
      const started = await processes.serve(other.env)
      expect(started.output().stdout).toMatch(/^palate: sign in at http:\S+\/#code=\S+ .*\npalate: listening on/)
    } finally {
      await other.remove()
    }
  })

  test.concurrent('a PALATE_METRICS_PORT that is in use', async () => {
    const line = inUse('PALATE_METRICS_PORT')
    expect(await start({ PALATE_METRICS_PORT: takenPort, PALATE_LOG_LEVEL: 'silent' })).toEqual(refused(1, line))
  })

  test.concurrent('a PALATE_HOST that is not a host', async () => {
    const { code, stdout, stderr } = await start({ PALATE_HOST: 'no such host' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^palate: cannot listen on the address in PALATE_HOST and PALATE_PORT \(E\w+\)\n$/)
  })

  test.concurrent('a PALATE_DATA_DIR that is a file', async () => {
    const file = join(home.env.PALATE_DATA_DIR ?? '', 'file')
    writeFileSync(file, '')
    for (const command of [['serve'], ['accounts', 'list']]) {
      const { code, stdout, stderr } = await processes.finish(command, { ...home.env, PALATE_DATA_DIR: file })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^palate: PALATE_DATA_DIR must be a writable directory: .+\n$/)
    }
  })

  test.runIf(process.platform === 'linux').concurrent('a PALATE_DATA_DIR in which nothing can be created', async () => {
    const { code, stderr } = await start({ PALATE_DATA_DIR: '/proc/palate/data' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^palate: PALATE_DATA_DIR must be a writable directory: .+\n$/)
  })

  test.concurrent('a PALATE_EMBEDDER that does not exist', async () => {
    const dataDir = join(home.env.PALATE_DATA_DIR ?? '', 'blind')
    const { code, stderr } = await start({ PALATE_DATA_DIR: dataDir, PALATE_EMBEDDER: 'onnx:/no/such/model.onnx' })
    expect(code).toBe(2)
    const line = 'the embedder set in PALATE_EMBEDDER cannot be used: /no/such/model.onnx cannot be read: ENOENT'
    expect(stderr).toBe(`palate: ${line}\n`)
  })

  test.concurrent('a PALATE_DATA_DIR that is a file, with PostgreSQL, which needs it for the first key', async () => {
    const there = await createEmptyHome('postgres')
    const file = join(there.env.PALATE_DATA_DIR ?? '', 'file')
    writeFileSync(file, '')
    const { code, stdout, stderr } = await processes.finish(['serve'], { ...there.env, PALATE_DATA_DIR: file })
    await there.remove()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^palate: PALATE_DATA_DIR must be a writable directory: .+\n$/)
  })

  test.concurrent('a file that is not a store', async () => {
    const dataDir = join(home.env.PALATE_DATA_DIR ?? '', 'damaged')
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'palate.db'), 'x'.repeat(10_000))
    const line = 'cannot open the store in PALATE_DATA_DIR: file is not a database'
    expect(await start({ PALATE_DATA_DIR: dataDir })).toEqual(refused(1, line))
  })

  test.concurrent('a store written by a newer Palate', async () => {
    const dataDir = join(home.env.PALATE_DATA_DIR ?? '', 'newer')
    await runOperatorCommand(['accounts', 'create', 'own'], { ...home.env, PALATE_DATA_DIR: dataDir })
    const database = new DatabaseSync(join(dataDir, 'palate.db'))
    database.exec("insert into schema_migrations (name, applied_at) values ('9999-later', '2099')")
    database.close()
    const line =
      'cannot open the store in PALATE_DATA_DIR: the store was written by a newer version of Palate (it has 9999-later): upgrade Palate'
    expect(await start({ PALATE_DATA_DIR: dataDir })).toEqual(refused(1, line))
  })

  test.concurrent('a DATABASE_URL where nothing listens', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const line = `cannot open the store in DATABASE_URL: connect ECONNREFUSED 127.0.0.1:${port}`
    expect(await start({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/d` })).toEqual(refused(1, line))
  })

  test.concurrent('a DATABASE_URL whose database does not exist', async () => {
    const line = 'cannot open the store in DATABASE_URL: database "nowhere" does not exist'
    expect(await start({ DATABASE_URL: `${inject('postgresUrl')}/nowhere` })).toEqual(refused(1, line))
  })

  test.concurrent('a Node that is too old says so in one plain line', async () => {
    // The check reads only the version, so a Node that reports an older one is enough.
    const older = join(home.env.PALATE_DATA_DIR ?? '', 'older.cjs')
    writeFileSync(
      older,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })\n",
    )
    const line = 'needs Node 22.18 or newer, this is 22.17.1; install Node 24 from https://nodejs.org'
    expect(await start({ NODE_OPTIONS: `--require=${older}` })).toEqual(refused(1, line))
  })
})
