import { type Config, readConfig } from '@palate/server/config/config.ts'
import { CommandError, print } from '../output.ts'
import { checks } from './doctor-checks.ts'
import { messageOf } from './store.ts'

/** Prints a line for each check. All others need a valid configuration. */
export async function diagnose(): Promise<void> {
  let failed = 0
  const report = async (name: string, check: () => Promise<string>) => {
    const { isOk, finding } = await outcomeOf(check)
    if (!isOk) failed += 1
    print(`${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(nameWidth)}  ${finding}`)
  }
  // The launcher has already refused an older one.
  await report('node', async () => process.versions.node)
  let config: Config | undefined
  await report('configuration', async () => {
    config = readConfig(process.env)
    return 'all variables are valid'
  })
  if (config) for (const { name, check } of checks) await report(name, check.bind(undefined, config))
  if (failed > 0) throw new CommandError(failed === 1 ? 'one check failed' : `${failed} checks failed`)
}

const nameWidth = Math.max(...['configuration', ...checks.map(({ name }) => name)].map(({ length }) => length))

async function outcomeOf(check: () => Promise<string>) {
  try {
    return { isOk: true, finding: await check() }
  } catch (error) {
    return { isOk: false, finding: messageOf(error) }
  }
}
