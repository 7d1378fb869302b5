import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@palate/server/config/config.ts'
import type { Running } from '@palate/server/main.ts'
import type { Logger } from 'pino'
import { printWarning } from '../output.ts'
import { messageOf } from '../service/store.ts'
import { letYoungGenerationGrow } from '../service/young-generation.ts'

/** A folder that is deleted when the process exits, even when its terminal is closed. */
export function makeTemporaryFolder(): string {
  const [folder, before] = [mkdtempSync(join(tmpdir(), 'palate-demo-')), process.cwd()]
  process.once('SIGHUP', () => process.exit())
  process.once('exit', () => {
    // Windows cannot delete the working directory of a process.
    process.chdir(before)
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      printWarning(`cannot delete ${folder}, please delete it yourself: ${messageOf(error)}`)
    }
  })
  return folder
}

/** A service on a free port of this machine, with a store in the folder. Ignores the user's environment variables. */
export async function startTemporaryService(
  folder: string,
  log: Logger,
): Promise<Running & { readonly apiKey: string }> {
  const config = readConfig({
    PALATE_DATA_DIR: join(folder, 'data'),
    PALATE_PORT: '0',
    // The webhook of the demo delivers to this process.
    PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.1/32',
  })
  const { start } = await import('@palate/server/main.ts')
  let apiKey = ''
  const onFirstKey = (key: string) => {
    apiKey = key
  }
  const service = await start({ config, log, onFirstKey })
  letYoungGenerationGrow()
  return { ...service, apiKey }
}
