import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('what is deleted is in neither the file nor the journal', async () => {
  const file = join(folder, 'palate.db')
  const store = openSqlite(file)
  const secret = 'of somebody who has left'
  const bytes = async () => Buffer.concat(await Promise.all([readFile(file), readFile(`${file}-wal`)]))
  await store.write(async (db) => {
    await sql`create table t (id integer primary key, text text)`.execute(db)
    await sql`insert into t (text) values (${secret}), (${secret.padEnd(20_000, '.')}), ('stays')`.execute(db)
  })
  expect((await bytes()).includes(secret)).toBe(true)
  await store.write((db) => sql`delete from t where id < 3`.execute(db))
  await store.clearJournal()
  expect((await bytes()).includes(secret)).toBe(false)
  expect((await bytes()).includes('stays')).toBe(true)
  await store.close()
})
