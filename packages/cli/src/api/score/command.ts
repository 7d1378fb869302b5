import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CommandError, complain, say, UsageError } from '../../output.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { commaList } from '../option-values.ts'
import { scoreInputs } from './inputs.ts'
import { annotateResults, judge } from './judge.ts'
import { csvOf, tableOf } from './output.ts'
import { createProgress } from './progress.ts'
import { ranked, type ScoreOptions } from './result.ts'
import { scoreAll } from './score-all.ts'
import { explainUnknown, findSubject } from './subject.ts'
import { watchFolders } from './watch.ts'
import { writeReport } from './write-report.ts'

export function scoreCommand(): Command {
  return profileCommand('score', 'score pictures against the profile, best first', [
    'score covers/',
    'score a.jpg https://example.com/b.jpg --dimension aesthetics --dimension likeness',
    'score covers/ --explain --html report.html',
    'score out/*.png --min 0.6',
    'score out/ --watch',
    'score - --csv < list.txt',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--dimension <name>', 'dimension to score; may be repeated (default: aesthetics)', collect, [])
    .option('--version-id <version>', 'score against this version: an id or id prefix, a branch, HEAD~N')
    .addOption(new Option('--branch <branch>', "score against this branch's head").conflicts('versionId'))
    .addOption(new Option('--working', 'include uncommitted changes').conflicts('versionId'))
    .option('--min <number>', 'exit with 3 if any picture scores lower in the first dimension', score)
    .option('--explain', 'explain each score')
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .addOption(new Option('--html <file>', 'also write an HTML report with the pictures').conflicts('watch'))
    .option('--watch', 'score new and changed pictures in the folders, one line each, until Ctrl-C')
    .action(withClient(scorePictures))
}

async function scorePictures(context: Context<ScoreOptions>, args: readonly string[]): Promise<void> {
  const { palate, options, show } = context
  const { html, min } = options
  if (html !== undefined && !existsSync(dirname(html))) throw new UsageError(`there is no folder ${dirname(html)}`)
  const dimensions = options.dimension.length > 0 ? options.dimension : ['aesthetics']
  if (options.watch) return watchFolders(palate, await findSubject(palate, options, dimensions), args, options)
  const inputs = await scoreInputs(args)
  if (inputs.length === 0) throw new CommandError('no pictures found')
  const subject = await findSubject(palate, options, dimensions)
  const progress = createProgress(inputs.length)
  const answer = await scoreAll(palate, subject, inputs, progress.add)
    .catch((error) => {
      throw explainUnknown(error, subject, options)
    })
    .finally(progress.end)
  const { scores } = answer
  const best = ranked(scores, dimensions)
  if (options.csv) say(csvOf(best, dimensions))
  else show(answer, () => tableOf(best, subject, options))
  if (html !== undefined) {
    await writeReport(palate, subject, inputs, scores, html, min)
    complain(`wrote ${html}`)
  }
  annotateResults(best, dimensions, min)
  judge(best, dimensions, min)
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, ...commaList(value)]
}

function score(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return value
}
