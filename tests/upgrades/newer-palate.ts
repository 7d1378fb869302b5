import { readConfig } from '@palate/server/config/config.ts'
import { start } from '@palate/server/main.ts'
import { createLog } from '@palate/server/platform/log.ts'
import { additive } from './newer-migrations.ts'

/** `palate serve` of a future version. */
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const service = await start({ config, log, migrations: additive })
process.stdout.write(`palate: listening on ${service.address}\n`)
process.once('SIGTERM', async () => {
  await service.stop()
  process.exit(0)
})
