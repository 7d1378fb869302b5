import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { print } from '../output.ts'
import type { BackupOptions } from './backup.ts'
import type { CheckOptions } from './embedder.ts'

// The commands for running a service. Their implementations are imported on demand: without the store and the server,
// the commands that call a service start in less than half the processor time.

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve the API and do background work until SIGTERM or SIGINT')
    .option('--no-worker', 'leave background work to other processes')
    .action(async (options: { worker: boolean }) => (await import('./serve.ts')).serve(options))
  return withExamples(command, ['serve', 'serve --no-worker'])
}

export function workerCommand(): Command {
  const command = new Command('worker')
    .description('do background work (batches, deliveries, sweeps) without serving the API, until SIGTERM or SIGINT')
    .action(async () => (await import('./worker.ts')).work())
  return withExamples(command, ['worker'])
}

export function accountsCommand(): Command {
  const accounts = new Command('accounts').description(
    'create, list and delete accounts; works while the server is running',
  )
  const create = accounts
    .command('create')
    .argument('<name>')
    .description('create an account and print its first key')
    .action(async (name: string) => (await import('./accounts.ts')).createNewAccount(name))
  const key = accounts
    .command('key')
    .argument('<name>')
    .description('create another key for an account and print it')
    .action(async (name: string) => (await import('./accounts.ts')).createKeyFor(name))
  const list = accounts
    .command('list')
    .description('list accounts')
    .action(async () => (await import('./accounts.ts')).listAllAccounts())
  const remove = accounts
    .command('delete')
    .argument('<name>')
    .description('delete an account and all its data')
    .option('--yes', 'do not ask for confirmation')
    .action(async (name: string, options: { yes?: boolean }) =>
      (await import('./accounts.ts')).deleteWholeAccount(name, options),
    )
  const newKey = accounts
    .command('new-key')
    .description('print a key for PALATE_BOOTSTRAP_KEY, which the first start then uses; opens no store')
    .action(async () => print((await import('@palate/server/keys/secret.ts')).newKey()))
  withExamples(newKey, ['accounts new-key > bootstrap-key.txt'])
  withExamples(remove, ['accounts delete "Design team"', 'accounts delete "Design team" --yes'])
  withExamples(create, ['accounts create "Design team" > key.txt'])
  withExamples(key, ['accounts key "Design team" > key.txt'])
  withExamples(list, ['accounts list'])
  return withExamples(accounts, ['accounts list', 'accounts create "Design team"', 'accounts delete "Design team"'])
}

export function backupCommand(): Command {
  const command = new Command('backup')
    .argument(
      '<file>',
      'where to write the copy; must not exist; its checksum is written to <file>.sha256, pictures to <file>.frames, the key of webhook secrets to <file>.key',
    )
    .description('back up the store while the service is running, the embedded one or PostgreSQL')
    .option('--no-objects', 'leave out pictures and thumbnails that are in a bucket')
    .action(async (file: string, options: BackupOptions) => (await import('./backup.ts')).backUp(file, options))
  return withExamples(command, ['backup /backups/monday.db'])
}

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a backup from `palate backup`; pictures of the frame library are read from <file>.frames')
    .description('restore a backup into an empty data directory or an empty PostgreSQL database')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ PALATE_DATA_DIR=/srv/palate palate restore backup.db',
        '  $ DATABASE_URL=postgres://… palate restore backup.db     # also moves from SQLite to PostgreSQL',
      ].join('\n'),
    )
    .action(async (file: string) => (await import('./restore.ts')).restore(file))
}

export function migrateCommand(): Command {
  const command = new Command('migrate')
    .description('apply pending migrations to the store and exit; works while the service is running')
    .action(async () => (await import('./migrate.ts')).migrate())
  return withExamples(command, ['migrate'])
}

export function framesCommand(): Command {
  const frames = new Command('frames').description(
    'manage where pictures are stored; works while the server is running',
  )
  const move = frames
    .command('move')
    .requiredOption(
      '--to <url>',
      's3://bucket/prefix?endpoint=https://host&region=name, or store: for the store itself',
    )
    .option(
      '--from <url>',
      'a bucket that pictures are in, if neither PALATE_FRAMES_URL nor PALATE_FRAMES_URL_OLD names it; repeatable',
      (url: string, before: readonly string[]) => [...before, url],
      [],
    )
    .description('move the pictures of the frame library and all thumbnails; can be interrupted and repeated')
    .action(async (options: { to: string; from: string[] }) => (await import('./move-frames.ts')).moveFrames(options))
  const examples = ["frames move --to 's3://pictures/palate?region=eu-central-1'", 'frames move --to store:']
  withExamples(move, examples)
  return withExamples(frames, examples)
}

export function doctorCommand(): Command {
  const doctor = new Command('doctor')
    .description('check that Palate can run here, and explain what to fix; changes nothing')
    .action(async () => (await import('./doctor.ts')).diagnose())
  return withExamples(doctor, ['doctor'])
}

export function healthCommand(): Command {
  const health = new Command('health')
    .description('exit with 0 if the service on this machine is ready, for health checks of containers')
    .action(async () => (await import('./health.ts')).checkHealth())
  return withExamples(health, ['health'])
}

export function embedderCommand(): Command {
  const embedder = new Command('embedder').description('evaluate an embedder before you use it')
  const check = embedder
    .command('check')
    .argument('<file>', 'an ONNX file, or any value of PALATE_EMBEDDER, such as builtin')
    .description('compare an embedder with the built-in one; changes nothing')
    .option('--preset <name>', 'the family of the model: clip, siglip or dinov2')
    .option('--profile <id>', 'use the pictures of a profile in the local store, and predict its judgements')
    .option('--pictures <folder>', 'use these pictures; those in the subfolders good and bad are labelled accordingly')
    .option('--dimension <name>', 'the dimension of the judgements', 'aesthetics')
    .option('--json', 'print JSON')
    .action(async (file: string, options: CheckOptions) => (await import('./embedder.ts')).checkFile(file, options))
  const examples = ['embedder check clip.onnx --preset clip', 'embedder check clip.onnx --pictures covers/']
  withExamples(check, examples)
  return withExamples(embedder, examples)
}
