import pg from 'pg'

const lookEveryMs = 3_000
const answerMsMax = 5_000

/**
 * A server that falls silent without closing its connections would hold whoever waits for it, for ever. So while a
 * connection is long in use the server is asked, by another one, whether it still answers; if not, those that wait are cut
 * off. What takes long on a server that lives is left alone.
 */
export function startConnectionWatchdog(pool: pg.Pool, url: string): () => void {
  const inUse = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => inUse.delete(client))

  let before: ReadonlySet<pg.PoolClient> = new Set()
  let isLooking = false
  async function look(): Promise<void> {
    const waiting = [...inUse].filter((client) => before.has(client))
    before = new Set(inUse)
    if (isLooking || waiting.length === 0) return
    isLooking = true
    if (!(await answers(url))) for (const client of inUse) cutOff(client)
    isLooking = false
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return () => clearInterval(timer)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMsMax,
    query_timeout: answerMsMax,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A refusal (of one connection too many, say) is an answer.
    return error instanceof pg.DatabaseError
  } finally {
    cutOff(client)
  }
}

/** In the middle of a query this closes the connection without waiting. */
function cutOff(client: pg.ClientBase): void {
  ;(client as pg.Client).end().catch(() => {})
}
