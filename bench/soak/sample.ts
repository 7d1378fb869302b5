import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Home } from '../../tests/harness/home.ts'
import { residentMb, type Served } from '../harness/serve.ts'
import type { Ledger } from '../mixed-load/ledger.ts'

/** The state of a service at one moment. */
export interface Sample {
  /** `performance.now()`. */
  readonly atMs: number
  readonly residentMb: number
  /** Open files and sockets. */
  readonly handles: number
  /** What the database and the pictures take on disk. */
  readonly storedBytes: number
  readonly answers: number
}

export async function takeSample({ child }: Served, { env }: Home, { answers }: Ledger): Promise<Sample> {
  const { DATABASE_URL, PALATE_DATA_DIR = '' } = env
  return {
    atMs: performance.now(),
    residentMb: residentMb(child),
    handles: readdirSync(`/proc/${child.pid}/fd`).length,
    storedBytes: DATABASE_URL === undefined ? folderBytes(PALATE_DATA_DIR) : await databaseBytes(DATABASE_URL),
    answers: answers.length,
  }
}

function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
}

async function databaseBytes(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
  await client.end()
  return rows[0].bytes
}
