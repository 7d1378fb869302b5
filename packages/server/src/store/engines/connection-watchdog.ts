import pg from 'pg'

const checkEveryMs = 3_000
const responseMsMax = 5_000

/**
 * A server that stops responding without closing its connections would block its clients for ever. If a connection has
 * been in use for long, the watchdog checks over another connection whether the server responds. If not, it closes the
 * connections in use. A slow query on a healthy server is left alone.
 */
export function startConnectionWatchdog(pool: pg.Pool, url: string): () => void {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))

  let before: ReadonlySet<pg.PoolClient> = new Set()
  let isChecking = false
  async function check(): Promise<void> {
    const waiting = [...inUse].filter((client) => before.has(client))
    before = new Set(inUse)
    if (isChecking || waiting.length === 0) return
    isChecking = true
    if (!(await responds(url))) for (const client of inUse) closeNow(client)
    isChecking = false
  }
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return () => clearInterval(timer)
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: responseMsMax,
    query_timeout: responseMsMax,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A refusal (such as too many connections) is a response.
    return error instanceof pg.DatabaseError
  } finally {
    closeNow(client)
  }
}

/** During a query, `end` closes the connection without waiting for the result. */
function closeNow(client: pg.ClientBase): void {
  ;(client as pg.Client).end().catch(() => {})
}
