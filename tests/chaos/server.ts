import { type Client, createClient } from '../harness/client.ts'
import { createFlakyProxy, type FlakyProxy } from '../harness/flaky-proxy.ts'
import type { Env } from '../harness/home.ts'
import type { createProcesses } from '../harness/processes.ts'

/** A service process with a network on each side that can be disturbed. */
export interface Server {
  readonly client: Client
  readonly clientNetwork: FlakyProxy
  /** Undefined on SQLite. */
  readonly databaseNetwork: FlakyProxy | undefined
  kill(): Promise<void>
  /** Stops it like a supervisor. Returns its exit code or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals>
}

export async function startServer(processes: ReturnType<typeof createProcesses>, env: Env): Promise<Server> {
  const databaseUrl = env.DATABASE_URL === undefined ? undefined : new URL(env.DATABASE_URL)
  const databaseNetwork = databaseUrl && (await createFlakyProxy(databaseUrl))
  const { child, ended, address, key } = await processes.serve({
    ...env,
    PALATE_RATE_LIMIT: '1000000',
    PALATE_LOG_LEVEL: 'warn',
    ...(databaseUrl && databaseNetwork && { DATABASE_URL: through(databaseNetwork, databaseUrl) }),
  })
  const clientNetwork = await createFlakyProxy(new URL(address))

  async function end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    child.kill(signal)
    const code = await ended
    await Promise.all([clientNetwork.cut(), databaseNetwork?.cut()])
    return code
  }

  return {
    client: createClient(`http://127.0.0.1:${clientNetwork.port}`, key),
    clientNetwork,
    databaseNetwork,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

function through({ port }: FlakyProxy, target: URL): string {
  const url = new URL(target)
  url.port = String(port)
  return url.href
}
