import { readConfig } from '@palate/server/config.ts'
import { createLog } from '@palate/server/log.ts'
import { start } from '@palate/server/main.ts'
import { Command } from 'commander'
import { CommandError, say } from './output.ts'
import { explainStore } from './store.ts'

export function serveCommand(): Command {
  return new Command('serve').description('serve the API until SIGTERM or SIGINT').action(serve)
}

async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const stopAsked = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
  const service = await start({ config, log }).catch((error) => {
    throw explain(error)
  })
  if (service.firstKey) say(`palate: first key ${service.firstKey} (also in ${config.dataDir}/bootstrap-key)`)
  if (service.metricsAddress) say(`palate: metrics on ${service.metricsAddress}/metrics`)
  say(`palate: listening on ${service.address}`)
  const signal = await stopAsked
  log.info({ signal }, 'stopping')
  await service.stop()
  log.flush()
  process.exit(0)
}

function explain(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CommandError(`PALATE_HOST and PALATE_PORT name an address that cannot be used (${code})`)
  }
  return explainStore(error)
}
