import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Palate } from '@palate/client'
import { type Command, Option } from 'commander'
import { CommandError, complain, say, UsageError } from '../../output.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { commaList, scoreValue } from '../option-values.ts'
import { scoreInputs } from './inputs.ts'
import { annotateResults, judge } from './judge.ts'
import { csvOf, tableOf, verdictLine } from './output.ts'
import { createProgress } from './progress.ts'
import { ranked, type ScoreOptions } from './result.ts'
import { scoreAll } from './score-all.ts'
import { explainUnknown, findSubject, type Subject } from './subject.ts'
import { watchFolders } from './watch.ts'
import { writeReport } from './write-report.ts'

export function scoreCommand(): Command {
  return profileCommand('score', 'score pictures against the profile, best first', [
    'score covers/',
    'score a.jpg https://example.com/b.jpg --dimension aesthetics --dimension likeness',
    'score covers/ --explain --html report.html',
    'score out/*.png --min 0.6',
    'score out/*.png --gate --strict',
    'score draft.png --verdict',
    'score out/ --watch',
    'score - --csv < list.txt',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--dimension <name>', 'dimension to score; may be repeated (default: aesthetics)', collect, [])
    .option('--version-id <version>', 'score against this version: an id or id prefix, a branch, HEAD~N')
    .addOption(new Option('--branch <branch>', "score against this branch's head").conflicts('versionId'))
    .addOption(new Option('--working', 'include uncommitted changes').conflicts('versionId'))
    .option('--min <number>', 'exit with 3 if any picture scores lower in the first dimension', scoreValue)
    .addOption(new Option('--gate', "exit with 3 if any picture fails by the profile's threshold").conflicts('min'))
    .option('--strict', 'with --gate, exit with 3 unless every picture passes')
    .option('--explain', 'explain each score')
    .addOption(
      new Option('--verdict', 'print a JSON object per line: score, verdict, differences, suggestions').conflicts(
        'csv',
      ),
    )
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .addOption(new Option('--html <file>', 'also write an HTML report with the pictures').conflicts('watch'))
    .option('--watch', 'score new and changed pictures in the folders, one line each, until Ctrl-C')
    .action(withClient(scorePictures))
}

async function scorePictures(context: Context<ScoreOptions>, args: readonly string[]): Promise<void> {
  const { palate, show } = context
  const { html, gate, strict } = context.options
  if (strict && !gate) throw new UsageError('--strict also needs --gate')
  if (html !== undefined && !existsSync(dirname(html))) throw new UsageError(`there is no folder ${dirname(html)}`)
  const { dimension, watch } = context.options
  const dimensions = dimension.length > 0 ? dimension : ['aesthetics']
  const inputs = watch ? [] : await scoreInputs(args)
  if (!watch && inputs.length === 0) throw new CommandError('no pictures found')
  const subject = await findSubject(palate, context.options, dimensions)
  const explain = (error: unknown) => Promise.reject(explainUnknown(error, subject, context.options))
  const limit = gate ? { min: await limitOf(palate, subject, strict).catch(explain) } : {}
  const options = { ...context.options, ...limit }
  if (watch) return watchFolders(palate, subject, args, options)
  const { min } = options
  const progress = createProgress(inputs.length)
  const answer = await scoreAll(palate, subject, inputs, progress.add).catch(explain).finally(progress.end)
  const { scores } = answer
  const best = ranked(scores, dimensions)
  if (options.csv) say(csvOf(best, dimensions))
  else if (options.verdict && !options.json) say(best.map((result) => verdictLine(result, dimensions)))
  else show(answer, () => tableOf(best, subject, options))
  if (html !== undefined) {
    await writeReport(palate, subject, inputs, scores, html, min)
    complain(`wrote ${html}`)
  }
  annotateResults(best, dimensions, min)
  judge(best, dimensions, min)
}

/** The score below which `--gate` refuses a picture, in the state that is scored against. */
async function limitOf(palate: Palate, { request, dimensions }: Subject, isStrict = false): Promise<number> {
  const { profile_id, version_id, branch_id, include_working } = request
  const state = { version_id, branch_id, include_working: include_working && 'true' }
  const query = { dimension: dimensions[0], ...state } as Parameters<typeof palate.profiles.threshold>[1]
  const { pass, fail } = await palate.profiles.threshold(String(profile_id), query)
  return isStrict ? pass : fail
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, ...commaList(value)]
}
