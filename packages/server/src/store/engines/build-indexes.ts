import pg from 'pg'
import { type LargeIndex, largeIndexes, rowsOf } from '../migrations/large-indexes.ts'
import { keepAlive } from './postgres-session.ts'

const attemptsMax = 10
/** deadlock_detected */
const deadlock = '40P01'

/**
 * Builds the indexes that a migration left out because their table was large, without making writers wait. Does nothing
 * if they are there or another process is building them. An attempt that was interrupted is repeated.
 */
export async function buildIndexes(
  url: string,
  signal: AbortSignal,
  indexes: readonly LargeIndex[] = largeIndexes,
): Promise<void> {
  // Of its own: the timeouts of the pool's connections are shorter than a build.
  const client = new pg.Client({ connectionString: url, ...keepAlive })
  // An error fails the query that is running.
  client.on('error', () => {})
  const leave = () => void client.end().catch(() => {})
  signal.addEventListener('abort', leave)
  try {
    await client.connect()
    for (const index of indexes) await buildDespiteOthers(client, index)
  } catch (error) {
    // The server ends what it is building all the same, and the next start finds it.
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', leave)
    await client.end()
  }
}

/** Processes that start at once may wait for each other's build. PostgreSQL ends one of them, and that one looks again. */
async function buildDespiteOthers(client: pg.Client, index: LargeIndex): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await build(client, index)
    } catch (error) {
      if (attempt === attemptsMax || !(error instanceof pg.DatabaseError) || error.code !== deadlock) throw error
    }
  }
}

async function build(client: pg.Client, index: LargeIndex): Promise<void> {
  const { name, replaces } = index
  const state = await stateOf(client, name)
  if (state === 'building') return
  if (state === 'interrupted') await client.query(`drop index concurrently if exists ${name}`)
  if (state !== 'there') await client.query(`create index concurrently if not exists ${name} on ${rowsOf(index)}`)
  if (replaces !== undefined) await client.query(`drop index concurrently if exists ${replaces}`)
}

type State = 'there' | 'building' | 'interrupted' | 'missing'

async function stateOf(client: pg.Client, name: string): Promise<State> {
  const { rows } = await client.query<{ state: State }>(
    `select case when i.indisvalid then 'there' when p.pid is not null then 'building' else 'interrupted' end as state
    from pg_index i left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where i.indexrelid = to_regclass($1)`,
    [name],
  )
  return rows[0]?.state ?? 'missing'
}
