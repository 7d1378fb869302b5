import { ConfigError } from '@palate/server/config.ts'
import { version } from '@palate/server/version.ts'
import { Command } from 'commander'
import { accountsCommand } from './accounts.ts'
import { backupCommand } from './backup.ts'
import { CommandError, complain } from './output.ts'
import { serveCommand } from './serve.ts'
import { workerCommand } from './worker.ts'

/** The commands, each made in a file of its own. */
const commands = [serveCommand, workerCommand, accountsCommand, backupCommand]

export async function run(argv: readonly string[]): Promise<void> {
  const program = new Command('palate').description('A taste profile service').version(version)
  for (const make of commands) program.addCommand(make())
  try {
    await program.parseAsync(argv)
  } catch (error) {
    // What a person can act on is one line; anything else is a bug, and its stack is what helps.
    const expected = error instanceof ConfigError || error instanceof CommandError
    complain(expected ? error.message : String(error instanceof Error ? error.stack : error))
    // Ends at once: a start that failed half-way may have a listener or a pool open, which would keep the process.
    process.exit(error instanceof ConfigError ? 2 : 1)
  }
}
