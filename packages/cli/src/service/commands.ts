import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import type { CheckOptions } from './embedder.ts'

// The commands for who runs a service. What they do is imported on demand: without the store and the server, the commands
// that talk to a service start in less than half the processor time.

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve the API until SIGTERM or SIGINT, and do background work')
    .option('--no-worker', 'leave background work to other processes')
    .action(async (options: { worker: boolean }) => (await import('./serve.ts')).serve(options))
  return withExamples(command, ['serve', 'serve --no-worker'])
}

export function workerCommand(): Command {
  const command = new Command('worker')
    .description('do background work alone (batches, deliveries, sweeps) until SIGTERM or SIGINT; serves no API')
    .action(async () => (await import('./worker.ts')).work())
  return withExamples(command, ['worker'])
}

export function accountsCommand(): Command {
  const accounts = new Command('accounts').description('make, list and delete accounts; works beside a running server')
  const create = accounts
    .command('create')
    .argument('<name>')
    .description('create an account and print its first key')
    .action(async (name: string) => (await import('./accounts.ts')).createNewAccount(name))
  const key = accounts
    .command('key')
    .argument('<name>')
    .description('print a further key of an account')
    .action(async (name: string) => (await import('./accounts.ts')).makeAccountKey(name))
  const list = accounts
    .command('list')
    .description('list the accounts')
    .action(async () => (await import('./accounts.ts')).listAllAccounts())
  const remove = accounts
    .command('delete')
    .argument('<name>')
    .description('delete an account with all that is stored for it')
    .option('--yes', 'do not ask')
    .action(async (name: string, options: { yes?: boolean }) =>
      (await import('./accounts.ts')).deleteWholeAccount(name, options),
    )
  withExamples(remove, ['accounts delete "Design team"', 'accounts delete "Design team" --yes'])
  withExamples(create, ['accounts create "Design team" > key.txt'])
  withExamples(key, ['accounts key "Design team" > key.txt'])
  withExamples(list, ['accounts list'])
  return withExamples(accounts, ['accounts list', 'accounts create "Design team"', 'accounts delete "Design team"'])
}

export function backupCommand(): Command {
  const command = new Command('backup')
    .argument('<file>', 'where to write the copy; must not exist; pictures of the frame library go to <file>.frames')
    .description('copy the embedded store while the service runs')
    .action(async (file: string) => (await import('./backup.ts')).backUp(file))
  return withExamples(command, ['backup /backups/monday.db'])
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'what `palate backup` wrote; pictures of the frame library are read from <file>.frames')
    .description('put a backup into an empty data directory, or into an empty PostgreSQL database')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ PALATE_DATA_DIR=/srv/palate palate restore backup.db',
        '  $ DATABASE_URL=postgres://… palate restore backup.db     # moves from SQLite to PostgreSQL',
      ].join('\n'),
    )
    .action(async (file: string) => (await import('./restore.ts')).restore(file))
}

export function doctorCommand(): Command {
  const doctor = new Command('doctor')
    .description('check that Palate can run here, and say what to do if not; changes nothing')
    .action(async () => (await import('./doctor.ts')).diagnose())
  return withExamples(doctor, ['doctor'])
}

export function embedderCommand(): Command {
  const embedder = new Command('embedder').description('measure an embedder before you use it')
  const check = embedder
    .command('check')
    .argument('<file>', 'an ONNX file, or anything that PALATE_EMBEDDER takes, such as builtin')
    .description('measure an embedder beside the built-in one; changes nothing')
    .option('--preset <name>', 'the family of the model: clip, siglip or dinov2')
    .option('--profile <id>', "measure on the pictures of a profile of this machine's store, and predict its owner")
    .option('--pictures <folder>', 'measure on these pictures; those in its folders good and bad are labelled so')
    .option('--dimension <name>', 'the dimension of the judgements', 'aesthetics')
    .option('--json', 'print JSON')
    .action(async (file: string, options: CheckOptions) => (await import('./embedder.ts')).checkFile(file, options))
  const examples = ['embedder check clip.onnx --preset clip', 'embedder check clip.onnx --pictures covers/']
  withExamples(check, examples)
  return withExamples(embedder, examples)
}
