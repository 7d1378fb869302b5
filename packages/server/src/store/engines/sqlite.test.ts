import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palate-sqlite-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a new store that another process is just creating is opened after it', async () => {
  const file = join(folder, 'palate.db')
  const lockedMs = 2500
  const creating = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)})
    database.exec('begin exclusive; create table t (x)')
    console.log('locked')
    setTimeout(() => database.exec('commit'), ${lockedMs})`
  const other = spawn(process.execPath, ['--no-warnings', '-e', creating], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  const store = openSqlite(file)
  await store.write(async () => {})
  await store.close()
})
