import { ConfigError } from '@palate/server/config.ts'
import { version } from '@palate/server/version.ts'
import { Command } from 'commander'
import { accountsCommand } from './accounts.ts'
import { backupCommand } from './backup.ts'
import { doctorCommand } from './doctor.ts'
import { embedderCommand } from './embedder.ts'
import { CommandError, complain } from './output.ts'
import { serveCommand } from './serve.ts'
import { workerCommand } from './worker.ts'

const commands = [serveCommand, workerCommand, accountsCommand, backupCommand, doctorCommand, embedderCommand]

export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('palate').description('A taste profile service').version(version)
  for (const make of commands) program.addCommand(make())
  refuseWithUsage(program)
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // An error that the user can fix is one line. Anything else is a bug, and its stack helps to find it.
    const expected = error instanceof ConfigError || error instanceof CommandError
    complain(expected ? error.message : String(error instanceof Error ? error.stack : error))
    // A start that failed half-way may have left a listener or a pool open, which would keep the process alive.
    process.exit(error instanceof ConfigError ? 2 : 1)
  }
}

/** Wrong usage, which commander has explained by then, ends with exit code 2. Help and the version end with 0. */
function refuseWithUsage(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  for (const sub of command.commands) refuseWithUsage(sub)
}
