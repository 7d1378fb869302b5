import { type Command, Option } from 'commander'
import { print, printJson, printWarning, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { writeFile } from '../../write-file.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { createPictureLoader } from './load-picture.ts'
import { trainingPairs } from './training-pairs.ts'
import { writePairs } from './write-pairs.ts'

type ExportOptions = ApiOptions & {
  readonly format: 'json' | 'dpo'
  readonly output?: string
  readonly dimension: string
}

export function exportCommand(): Command {
  return profileCommand('export', 'export the entire profile as one JSON document, or its judgements for training', [
    'export taste.json',
    'export | gzip > taste.gz',
    'export --format dpo -o pairs/',
  ])
    .argument('[file]', 'default: standard output')
    .addOption(
      new Option('--format <format>', 'dpo: chosen and rejected pictures, for preference training')
        .choices(['json', 'dpo'])
        .default('json'),
    )
    .option('-o, --output <file>', 'the file; with --format dpo, a new or empty folder')
    .option('--dimension <name>', 'with --format dpo: the dimension of the judgements', 'aesthetics')
    .action(withClient(exportTo))
}

async function exportTo(context: Context<ExportOptions>, file?: string): Promise<void> {
  const { palate, options } = context
  const target = options.output ?? file
  if (file !== undefined && options.output !== undefined) throw new UsageError('name the file once')
  if (options.format === 'dpo') return exportPairs(context, target)
  const document = await palate.profiles.export(await findProfileId(palate, options))
  if (target === undefined || target === '-') return printJson(document)
  writeFile(target, `${JSON.stringify(document, null, 2)}\n`)
  print(`Wrote ${target}.`)
}

async function exportPairs({ palate, options, show }: Context<ExportOptions>, folder?: string): Promise<void> {
  if (folder === undefined) throw new UsageError('--format dpo also needs -o FOLDER')
  const profileId = await findProfileId(palate, options)
  const { effectiveSnapshot } = await palate.profiles.get(profileId, { snapshots: 'omit' })
  const { pictures } = await palate.profiles.pictures(profileId)
  const pairs = trainingPairs(effectiveSnapshot, pictures, options.dimension)
  const written = await writePairs(folder, pairs, createPictureLoader(palate), effectiveSnapshot.promptSummary)
  show({ folder, ...written }, () => `Wrote ${plural(written.pairs, 'pair')} to ${folder}.`)
  for (const { picture, reason } of written.leftOut) printWarning(`left out ${picture}: ${reason}`)
  if (written.leftOut.length > 0) process.exitCode = 1
}
