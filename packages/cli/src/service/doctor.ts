import { type Config, readConfig } from '@palate/server/config/config.ts'
import { CommandError, say } from '../output.ts'
import { type Check, checks } from './doctor-checks.ts'
import { messageOf } from './store.ts'

/** A wrong configuration ends it at once, with a line that says what to do: every other check depends on it. */
export async function diagnose(): Promise<void> {
  const config = readConfig(process.env)
  let failed = 0
  for (const check of checks) {
    const { isWell, finding } = await outcomeOf(check, config)
    if (!isWell) failed += 1
    say(`${isWell ? 'ok  ' : 'FAIL'}  ${check.name.padEnd(nameWidth)}  ${finding}`)
  }
  if (failed > 0) throw new CommandError(failed === 1 ? 'one check failed' : `${failed} checks failed`)
}

const nameWidth = Math.max(...checks.map(({ name }) => name.length))

async function outcomeOf({ check }: Check, config: Config) {
  try {
    return { isWell: true, finding: await check(config) }
  } catch (error) {
    return { isWell: false, finding: messageOf(error) }
  }
}
