import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import pg from 'pg'
import type { Env } from '../../tests/harness/home.ts'

/** The size of profiles and their histories in the store, with indexes. */
export async function storeBytes(env: Env): Promise<number> {
  if (env.DATABASE_URL !== undefined) return postgresBytes(env.DATABASE_URL)
  const database = new DatabaseSync(join(env.PALATE_DATA_DIR ?? '', 'palate.db'), { readOnly: true })
  const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
  const size = (read('page_count') - read('freelist_count')) * read('page_size')
  database.close()
  return size
}

/** Bytes of pictures in the store: blobs of elements, and the frame library. */
export async function pictureBytes(env: Env): Promise<number> {
  if (env.DATABASE_URL !== undefined) {
    const client = new pg.Client({ connectionString: env.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query(
      `select ((select coalesce(sum(octet_length(content)), 0) from objects where hash like '%:%')
        + (select coalesce(sum(octet_length(data)), 0) from frame_pieces))::float8 as bytes`,
    )
    await client.end()
    return rows[0].bytes
  }
  const dataDir = env.PALATE_DATA_DIR ?? ''
  const database = new DatabaseSync(join(dataDir, 'palate.db'), { readOnly: true })
  const sum = database.prepare("select coalesce(sum(octet_length(content)), 0) as n from objects where hash like '%:%'")
  const texts = Number(sum.get()?.n)
  database.close()
  const folder = join(dataDir, 'frames')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return files.reduce((bytes, file) => bytes + fileBytes(join(folder, file)), texts)
}

/** The size of a profile as counted by the service. */
export async function storedBytes(env: Env, profileId: string): Promise<number> {
  const store = await openStore(readConfig(env))
  const { stored_bytes } = await store.read
    .selectFrom('profiles')
    .select('stored_bytes')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  await store.close()
  return stored_bytes ?? 0
}

function fileBytes(path: string): number {
  const found = statSync(path)
  return found.isFile() ? found.size : 0
}

/** Versions and objects only: dead rows of `profiles`, which each commit updates, stay until vacuum removes them. */
async function postgresBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select (pg_total_relation_size('versions') + pg_total_relation_size('objects'))::float8 as bytes",
  )
  await client.end()
  return rows[0].bytes
}
