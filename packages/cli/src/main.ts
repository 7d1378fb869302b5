import { version } from '@palate/server/platform/version.ts'
import { Command } from 'commander'
import { askCommand } from './api/agents/ask.ts'
import { mcpCommand } from './api/agents/mcp.ts'
import { skillCommand } from './api/agents/skill.ts'
import { auditCommand } from './api/audit.ts'
import * as history from './api/history/history.ts'
import { mergeCommand } from './api/history/merge.ts'
import { statusCommand } from './api/history/status.ts'
import { initCommand } from './api/init/init.ts'
import { blameCommand } from './api/judgements/blame.ts'
import { budgetCommand } from './api/judgements/budget.ts'
import { contradictionsCommand } from './api/judgements/contradictions.ts'
import { discardCommand } from './api/judgements/discard.ts'
import { listCommand } from './api/judgements/list.ts'
import { relabelCommand } from './api/judgements/relabel.ts'
import { removeCommand } from './api/judgements/remove.ts'
import { keysCommand } from './api/keys.ts'
import { logCommand } from './api/log/command.ts'
import { loginCommand, logoutCommand } from './api/login.ts'
import { openCommand } from './api/open.ts'
import { differCommand } from './api/people/differ.ts'
import { peopleCommand } from './api/people/people.ts'
import { profilesCommand } from './api/profiles.ts'
import { scoreCommand } from './api/score/command.ts'
import { sharesCommand } from './api/shares.ts'
import { suggestCommand } from './api/suggest.ts'
import { addCommand } from './api/teaching/add.ts'
import { answerCommand } from './api/teaching/answer.ts'
import { compareCommand } from './api/teaching/compare.ts'
import { labelCommand } from './api/teaching/label.ts'
import { exportCommand } from './api/transfer/export.ts'
import { importCommand } from './api/transfer/import.ts'
import { undoCommand } from './api/undo/undo-command.ts'
import { briefCommand } from './api/verdict/brief.ts'
import { pickCommand } from './api/verdict/pick.ts'
import { thresholdCommand } from './api/verdict/threshold.ts'
import { webhooksCommand } from './api/webhooks/command.ts'
import { whoamiCommand } from './api/whoami.ts'
import { completeCommand, completionCommand } from './completion/command.ts'
import { demoCommand } from './demo/command.ts'
import { exitCodeOf, usageExitCode } from './exit-code.ts'
import { explainError } from './explain-error.ts'
import { printUsageError, printWarning } from './output.ts'
import {
  accountsCommand,
  backupCommand,
  doctorCommand,
  embedderCommand,
  framesCommand,
  healthCommand,
  migrateCommand,
  restoreCommand,
  serveCommand,
  workerCommand,
} from './service/commands.ts'

const groups: Readonly<Record<string, readonly (() => Command)[]>> = {
  'Run a service:': [
    serveCommand,
    () => demoCommand((args) => createProgram().parseAsync([...args], { from: 'user' })),
    workerCommand,
    accountsCommand,
    backupCommand,
    framesCommand,
    restoreCommand,
    migrateCommand,
    doctorCommand,
    healthCommand,
    embedderCommand,
  ],
  'Sign in and choose:': [
    loginCommand,
    logoutCommand,
    whoamiCommand,
    openCommand,
    initCommand,
    profilesCommand,
    keysCommand,
    peopleCommand,
    auditCommand,
    webhooksCommand,
  ],
  'Teach:': [
    statusCommand,
    addCommand,
    suggestCommand,
    compareCommand,
    labelCommand,
    answerCommand,
    listCommand,
    relabelCommand,
    removeCommand,
    discardCommand,
    contradictionsCommand,
    budgetCommand,
  ],
  'History:': [
    history.commitCommand,
    logCommand,
    history.showCommand,
    history.diffCommand,
    blameCommand,
    history.branchCommand,
    history.switchCommand,
    mergeCommand,
    history.rollbackCommand,
    undoCommand,
    exportCommand,
    importCommand,
  ],
  'Score:': [scoreCommand, pickCommand, briefCommand, thresholdCommand, differCommand, sharesCommand],
  'Agents:': [askCommand, mcpCommand, skillCommand],
  'Your shell:': [completionCommand],
}

export async function run(argv: readonly string[]): Promise<void> {
  endWithReader()
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    printWarning(explainError(error))
    // A start that failed half-way may have left a listener or a pool open, which would keep the process alive.
    process.exit(exitCodeOf(error))
  }
}

/** A reader of the output, such as `head`, may close it early. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      if (stream === process.stdout) printWarning(`the output cannot be written: ${error.message}`)
      process.exit(1)
    })
  }
}

export function createProgram(): Command {
  const program = new Command('palate')
    .description('A taste profile service')
    .version(version)
    // Options after a subcommand belong to it, even if the parent has an option with the same name.
    .enablePositionalOptions()
  for (const [title, commands] of Object.entries(groups)) {
    program.commandsGroup(title)
    for (const make of commands) program.addCommand(make())
  }
  program.addCommand(completeCommand(program), { hidden: true })
  refuseWithUsage(program)
  return program
}

/** Exits with 2 on wrong usage, which commander has already explained, and with 0 on help and version. */
function refuseWithUsage(command: Command): void {
  command.configureOutput({ writeErr: printUsageError })
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : usageExitCode))
  for (const sub of command.commands) refuseWithUsage(sub)
}
