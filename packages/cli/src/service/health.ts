import { type Config, readConfig } from '@palate/server/config/config.ts'
import { CommandError, print } from '../output.ts'

const answerMsMax = 5_000

/** For the health check of a container: exits with 0 if the service of this environment is ready. */
export async function checkHealth(): Promise<void> {
  const config = readConfig(process.env)
  const { status, detail } = await askReadiness(config)
  if (status === 'ready') return print('ready')
  const address = `${config.host}:${config.port}`
  throw new CommandError(detail === undefined ? `no Palate answers on ${address}` : `not ready: ${detail}`)
}

/** Neither member is set if something else answers, or nothing. */
export interface Readiness {
  readonly status?: 'ready'
  /** Why the service is not ready. */
  readonly detail?: string
}

export async function askReadiness({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Readiness> {
  const answer = await fetch(`http://${reachable(host)}:${port}/readyz`, { signal: AbortSignal.timeout(answerMsMax) })
    .then((response) => response.json() as Promise<{ status?: unknown; code?: unknown; detail?: unknown } | null>)
    .catch(() => null)
  if (answer?.status === 'ready') return { status: 'ready' }
  return answer?.code === 'unavailable' ? { detail: String(answer.detail) } : {}
}

/** A service that listens on all addresses is asked on the loopback address. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
