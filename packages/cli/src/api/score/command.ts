import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Palate } from '@palate/client'
import { dropDefault } from '@palate/core/report/assessment.ts'
import { type Command, Option } from 'commander'
import { print, printWarning, UsageError } from '../../output.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { withFolderOptions } from '../folder-options.ts'
import { commaList, positiveWholeNumber, scoreValue } from '../option-values.ts'
import { type AssessedPictures, assessPictures, dimensionsOf, withThreshold } from './assess-pictures.ts'
import { annotateAssessments, judge, warnOfClose } from './gate/judge.ts'
import { scoreInputs } from './inputs.ts'
import { csvOf, tableOf, verdictLine } from './output.ts'
import { writeBuildReports } from './report/build-reports.ts'
import { writeStepSummary } from './report/step-summary.ts'
import { writeReport } from './report/write-report.ts'
import type { ScoreOptions } from './result.ts'
import { findSubject } from './subject.ts'
import { watchFolders } from './watch.ts'

export function scoreCommand(): Command {
  const command = profileCommand('score', 'score pictures against the profile, best first', [
    'score covers/',
    'score a.jpg https://example.com/b.jpg --dimension aesthetics --dimension likeness',
    'score covers/ --explain --html report.html',
    'score out/*.png --min 0.6',
    'score out/ --baseline git:origin/main --junit palate.xml',
    'score draft.png --verdict',
    'score out/ --gate --quiet',
    'score out/ --top 3',
    'score covers/ --person Ann',
    'score out/ --watch',
    'score - --csv < list.txt',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--dimension <name>', 'dimension to score; may be repeated (default: aesthetics)', collect)
    .option('--version-id <version>', 'score against this version: an id or id prefix, a branch, HEAD~N')
    .addOption(new Option('--branch <branch>', "score against this branch's head").conflicts('versionId'))
    .addOption(new Option('--working', 'include uncommitted changes').conflicts('versionId'))
    .option('--person <person>', 'score by the taste of one person: a name, or an id')
    .option('--min <number>', 'exit with 3 if any picture scores lower in the first dimension', scoreValue)
    .addOption(new Option('--gate', "exit with 3 if any picture fails by the profile's threshold").conflicts('min'))
    .addOption(
      new Option('--baseline <source>', 'compare with a folder, the output of `score --json`, or git:REF').conflicts(
        'watch',
      ),
    )
    .option('--drop <number>', `how far a picture may fall below the baseline (default: ${dropDefault})`, scoreValue)
    .option('--allow-close', 'pass with a warning what is below the minimum but close to it')
    .option('--allow-failures', 'do not exit with 1 if a picture cannot be scored')
    .addOption(new Option('--junit <file>', 'also write the results as JUnit XML').conflicts('watch'))
    .addOption(new Option('--sarif <file>', 'also write what did not pass as SARIF').conflicts('watch'))
    .option('--explain', 'explain each score')
    .addOption(
      new Option(
        '--verdict',
        'print a JSON object per line: score, verdict, threshold, differences, suggestions',
      ).conflicts('csv'),
    )
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .addOption(new Option('--html <file>', 'also write an HTML report with the pictures').conflicts('watch'))
    .option('-q, --quiet', 'print only pictures that fail, and no progress')
    .addOption(new Option('--top <number>', 'print only the best').argParser(positiveWholeNumber).conflicts('watch'))
    .option('--watch', 'score new and changed pictures in the folders, one line each, until Ctrl-C')
  return withFolderOptions(command).action(withClient(scorePictures))
}

async function scorePictures({ palate, options, show }: Context<ScoreOptions>, args: readonly string[]): Promise<void> {
  refuseWrongUsage(options)
  if (options.watch) {
    const subject = await findSubject(palate, options, dimensionsOf(options))
    return watchFolders(palate, subject, args, await withThreshold(palate, subject, options))
  }
  const run = await assessPictures(palate, await scoreInputs(args, options), options)
  printScores(run, show)
  await writeReports(palate, run)
  annotateAssessments(run.assessments, run.subject.dimensions[0] ?? '')
  if (!options.quiet) warnOfClose(run.assessments)
  judge(run.assessments, run.options)
}

function refuseWrongUsage(options: ScoreOptions): void {
  const { drop, baseline, html, junit, sarif, json, csv, verdict, allowClose, gate, min } = options
  if (drop !== undefined && baseline === undefined) throw new UsageError('--drop also needs --baseline')
  if (allowClose && !gate && min === undefined) throw new UsageError('--allow-close also needs --gate or --min')
  const files = [html, junit, sarif]
  const printed = [...files.map((file) => file === '-'), json, csv, verdict].filter(Boolean).length
  if (files.includes('-') && printed > 1) {
    throw new UsageError('standard output takes one of --html -, --junit -, --sarif -, --json, --csv and --verdict')
  }
  for (const file of files) {
    if (file !== undefined && !existsSync(dirname(file))) throw new UsageError(`there is no folder ${dirname(file)}`)
  }
}

function printScores(run: AssessedPictures, show: Context<ScoreOptions>['show']): void {
  const { subject, answer, against, threshold = null, verdict, best, assessments, options } = run
  const { dimensions } = subject
  if ([options.html, options.junit, options.sarif].includes('-')) return
  const wanted = best.flatMap((_, i) => (options.quiet && assessments[i]?.outcome === 'passed' ? [] : [i]))
  const shown = wanted.slice(0, options.top)
  const results = shown.flatMap((i) => best[i] ?? [])
  if (options.quiet && results.length === 0 && !options.json) return
  if (options.csv) print(csvOf(results, dimensions))
  else if (options.verdict && !options.json) print(results.map((result) => verdictLine(result, dimensions)))
  else {
    const shownAssessments = shown.flatMap((i) => assessments[i] ?? [])
    const scores = results.length < best.length ? results : answer.scores
    const data = { scores, latency_ms: answer.latency_ms, models: answer.models, ...against, threshold, verdict }
    show(data, () => tableOf(results, shownAssessments, subject, options))
  }
}

async function writeReports(palate: Palate, run: AssessedPictures): Promise<void> {
  const { subject, inputs, answer, assessments, options } = run
  const { html, min } = options
  if (html !== undefined) {
    await writeReport(palate, subject, inputs, answer.scores, html, min)
    if (html !== '-') printWarning(`wrote ${html}`)
  }
  writeBuildReports(run)
  writeStepSummary(subject.profile.name, subject.dimensions[0] ?? '', assessments)
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...commaList(value)]
}
