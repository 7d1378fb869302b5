import { type Command, Option } from 'commander'
import { CommandError, print, printJson, printWarning, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { writeFile } from '../../write-file.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import type { MadeWith } from '../teaching/upload-picture.ts'
import { type LeftOut, leftOutReasons, trainingPairs } from './training-pairs.ts'
import { openDpoFormat, pickAPicFormat, refuseOccupied, writePairs } from './write-pairs.ts'

type ExportOptions = ApiOptions & {
  readonly format: 'json' | 'pairs' | 'dpo'
  readonly output?: string
  readonly dimension: string
}

export function exportCommand(): Command {
  return profileCommand('export', 'export the entire profile as one JSON document, or its judgements for training', [
    'export taste.json',
    'export | gzip > taste.gz',
    'export --format pairs -o pairs/',
    'export --format dpo -o dpo/',
  ])
    .argument('[file]', 'default: standard output')
    .addOption(
      new Option('--format <format>', 'pairs: as Pick-a-Pic; dpo: Parquet for the training scripts of diffusers')
        .choices(['json', 'pairs', 'dpo'])
        .default('json'),
    )
    .option('-o, --output <file>', 'the file; with pairs and dpo, a new or empty folder')
    .option('--dimension <name>', 'with pairs and dpo: the dimension of the judgements', 'aesthetics')
    .action(withClient(exportTo))
}

async function exportTo(context: Context<ExportOptions>, file?: string): Promise<void> {
  const { palate, options } = context
  const target = options.output ?? file
  if (file !== undefined && options.output !== undefined) throw new UsageError('name the file once')
  if (options.format !== 'json') return exportPairs(context, target)
  const document = await palate.profiles.export(await findProfileId(palate, options))
  if (target === undefined || target === '-') return printJson(document)
  writeFile(target, `${JSON.stringify(document, null, 2)}\n`)
  print(`Wrote ${target}.`)
}

async function exportPairs({ palate, options, show }: Context<ExportOptions>, folder?: string): Promise<void> {
  const { format, dimension } = options
  if (folder === undefined) throw new UsageError(`--format ${format} also needs -o FOLDER`)
  refuseOccupied(folder)
  const profileId = await findProfileId(palate, options)
  const { effectiveSnapshot, projectId } = await palate.profiles.get(profileId, { snapshots: 'omit' })
  const { pictures } = await palate.profiles.pictures(profileId)
  const frames = new Map<string, MadeWith>()
  for await (const frame of palate.frames.list({ projectId, profile_id: profileId }))
    if (frame.prompt !== undefined) frames.set(frame.id, frame)
  const wanted = { dimension, hasTies: format === 'pairs' }
  const { pairs, leftOut } = trainingPairs(effectiveSnapshot, pictures, frames, wanted)
  const reasons = describeLeftOut(leftOut)
  if (pairs.length === 0) {
    const advice = 'prompts belong to the frames of the library: palate add PICTURES --good --prompt "…"'
    throw new CommandError('the profile has no judged pairs of the same prompt', [...reasons, advice])
  }
  const open = format === 'pairs' ? pickAPicFormat : await openDpoFormat()
  const load = async (frameId: string) => Buffer.from(await (await palate.frames.get(frameId)).arrayBuffer())
  const written = await writePairs(folder, pairs, load, open)
  show({ folder, ...written, leftOut }, () => [`Wrote ${plural(written.pairs, 'pair')} to ${folder}.`, ...reasons])
  for (const { frameId, reason } of written.unreadable) printWarning(`left out ${frameId}: ${reason}`)
  if (written.unreadable.length > 0) process.exitCode = 1
}

function describeLeftOut(leftOut: LeftOut): readonly string[] {
  return Object.entries(leftOutReasons).flatMap(([reason, words]) => {
    const count = leftOut[reason as keyof LeftOut]
    return count > 0 ? [`Left out (${words}): ${count}.`] : []
  })
}
