import { type Config, readConfig } from '@palate/server/config/config.ts'
import { CommandError, say } from '../output.ts'
import { type Check, checks } from './doctor-checks.ts'
import { messageOf } from './store.ts'

/** An invalid configuration fails immediately, because every check depends on it. */
export async function diagnose(): Promise<void> {
  const config = readConfig(process.env)
  let failed = 0
  for (const check of checks) {
    const { isOk, finding } = await outcomeOf(check, config)
    if (!isOk) failed += 1
    say(`${isOk ? 'ok  ' : 'FAIL'}  ${check.name.padEnd(nameWidth)}  ${finding}`)
  }
  if (failed > 0) throw new CommandError(failed === 1 ? 'one check failed' : `${failed} checks failed`)
}

const nameWidth = Math.max(...checks.map(({ name }) => name.length))

async function outcomeOf({ check }: Check, config: Config) {
  try {
    return { isOk: true, finding: await check(config) }
  } catch (error) {
    return { isOk: false, finding: messageOf(error) }
  }
}
