import { type Config, describeUnknownVariables, readConfig } from '@palate/server/config/config.ts'
import { createLog } from '@palate/server/platform/log.ts'
import { CommandError, print } from '../output.ts'
import { signInLink } from '../sign-in-link.ts'
import { stopRequested } from './signals.ts'
import { explainStore } from './store.ts'
import { letYoungGenerationGrow } from './young-generation.ts'

export async function serve({ worker: isWorker }: { worker: boolean }): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  for (const message of describeUnknownVariables(process.env)) log.warn(message)
  const stop = stopRequested(log)
  // Imported on demand, so that an invalid configuration is reported before the server is loaded.
  const [{ start }, { stopAndExit }] = await Promise.all([import('@palate/server/main.ts'), import('./stop.ts')])
  const onFirstKey = (key: string) => print(`palate: first key ${key} (also in ${config.dataDir}/bootstrap-key)`)
  const service = await start({ config, log, isWorker, onFirstKey }).catch((error) => {
    throw explainStart(error, config)
  })
  letYoungGenerationGrow()
  if (service.metricsAddress) print(`palate: metrics on ${service.metricsAddress}/metrics`)
  const { address, firstCode } = service
  if (firstCode !== undefined) {
    print(`palate: sign in at ${signInLink(address + config.basePath, firstCode)} (once, within 15 minutes)`)
  }
  print(`palate: listening on ${address}`)
  const reason = await stop
  if ('signal' in reason) {
    log.info(reason, 'stopping')
    await service.drain()
  }
  await stopAndExit(service, log)
}

/** Explains an unusable address to the user. Any other error may be about the store. */
export function explainStart(error: unknown, config: Config): unknown {
  const { code, syscall, port } = error as { code?: unknown; syscall?: unknown; port?: unknown }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo' && syscall !== 'bind') return explainStore(error, config)
  const variable = port !== undefined && port === config.metricsPort ? 'PALATE_METRICS_PORT' : 'PALATE_PORT'
  if (code === 'EADDRINUSE') {
    return new CommandError(
      `port ${port} is in use: stop the program that uses it, or set ${variable} to another port (0: any free port)`,
    )
  }
  return new CommandError(`cannot listen on the address in PALATE_HOST and ${variable} (${code})`)
}
