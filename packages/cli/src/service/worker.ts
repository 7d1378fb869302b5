import { describeUnknownVariables, readConfig } from '@palate/server/config/config.ts'
import { createLog } from '@palate/server/platform/log.ts'
import { print } from '../output.ts'
import { explainStart } from './serve.ts'
import { stopRequested } from './signals.ts'
import { letYoungGenerationGrow } from './young-generation.ts'

export async function work(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  for (const message of describeUnknownVariables(process.env)) log.warn(message)
  const stop = stopRequested(log)
  // On demand, as in serve.ts.
  const [{ startWorker }, { stopAndExit }] = await Promise.all([import('@palate/server/main.ts'), import('./stop.ts')])
  const worker = await startWorker({ config, log }).catch((error) => {
    throw explainStart(error, config)
  })
  letYoungGenerationGrow()
  if (worker.metricsAddress) print(`palate: metrics on ${worker.metricsAddress}/metrics`)
  print('palate: working')
  const reason = await stop
  if ('signal' in reason) log.info(reason, 'stopping')
  await stopAndExit(worker, log)
}
