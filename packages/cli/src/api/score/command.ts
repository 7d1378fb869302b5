import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Palate } from '@palate/client'
import { type Assessment, assess, dropDefault, type Gate } from '@palate/core/report/assessment.ts'
import { junitReport } from '@palate/core/report/junit.ts'
import { type Command, Option } from 'commander'
import { CommandError, complain, say, UsageError } from '../../output.ts'
import { writeFile } from '../../write-file.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { commaList, scoreValue } from '../option-values.ts'
import { type Baseline, readBaseline } from './gate/baseline.ts'
import { annotateAssessments, judge } from './gate/judge.ts'
import { type ScoreInput, scoreInputs } from './inputs.ts'
import { csvOf, tableOf, verdictLine } from './output.ts'
import { createProgress } from './progress.ts'
import { writeStepSummary } from './report/step-summary.ts'
import { writeReport } from './report/write-report.ts'
import { pictureOf, type Result, ranked, type ScoreOptions } from './result.ts'
import { type Scores, scoreAll } from './score-all.ts'
import { explainUnknown, findSubject, type Subject } from './subject.ts'
import { watchFolders } from './watch.ts'

export function scoreCommand(): Command {
  return profileCommand('score', 'score pictures against the profile, best first', [
    'score covers/',
    'score a.jpg https://example.com/b.jpg --dimension aesthetics --dimension likeness',
    'score covers/ --explain --html report.html',
    'score out/*.png --min 0.6',
    'score out/*.png --gate --strict',
    'score out/ --baseline git:origin/main --junit palate.xml',
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
    .addOption(
      new Option('--baseline <source>', 'compare with a folder, the output of `score --json`, or git:REF').conflicts(
        'watch',
      ),
    )
    .option('--drop <number>', `how far a picture may fall below the baseline (default: ${dropDefault})`, scoreValue)
    .option('--allow-failures', 'do not exit with 1 if a picture cannot be scored')
    .addOption(new Option('--junit <file>', 'also write the results as JUnit XML').conflicts('watch'))
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
  const { palate } = context
  refuseWrongUsage(context.options)
  const { dimension, watch, gate, strict, baseline } = context.options
  const dimensions = dimension.length > 0 ? dimension : ['aesthetics']
  const inputs = watch ? [] : await scoreInputs(args)
  if (!watch && inputs.length === 0) throw new CommandError('no pictures found')
  const subject = await findSubject(palate, context.options, dimensions)
  const explain = (error: unknown) => Promise.reject(explainUnknown(error, subject, context.options))
  const limit = gate ? { min: await limitOf(palate, subject, strict).catch(explain) } : {}
  const options = { ...context.options, ...limit }
  if (watch) return watchFolders(palate, subject, args, options)
  const earlier =
    baseline === undefined ? undefined : await readBaseline(palate, subject, inputs, baseline).catch(explain)
  const progress = createProgress(inputs.length)
  const answer = await scoreAll(palate, subject, inputs, progress.add).catch(explain).finally(progress.end)
  const best = ranked(answer.scores, dimensions)
  const assessments = best.map((result) => assessResult(result, dimensions, options, earlier))
  printScores({ ...context, options }, subject, answer, best, assessments)
  await writeReports(palate, subject, inputs, answer, assessments, options)
  annotateAssessments(assessments, dimensions[0] ?? '')
  judge(assessments, options)
}

function refuseWrongUsage({ strict, gate, drop, baseline, html, junit }: ScoreOptions): void {
  if (strict && !gate) throw new UsageError('--strict also needs --gate')
  if (drop !== undefined && baseline === undefined) throw new UsageError('--drop also needs --baseline')
  for (const file of [html, junit]) {
    if (file !== undefined && !existsSync(dirname(file))) throw new UsageError(`there is no folder ${dirname(file)}`)
  }
}

function assessResult(
  result: Result,
  dimensions: readonly string[],
  gate: Gate,
  baseline: Baseline | undefined,
): Assessment {
  return assess({ ...pictureOf(result, dimensions), before: baseline?.get(result.frame_id) }, gate)
}

function printScores(
  { options, show }: Context<ScoreOptions>,
  subject: Subject,
  answer: Scores,
  best: readonly Result[],
  assessments: readonly Assessment[],
): void {
  const { dimensions } = subject
  if (options.csv) say(csvOf(best, dimensions))
  else if (options.verdict && !options.json) say(best.map((result) => verdictLine(result, dimensions)))
  else show(answer, () => tableOf(best, assessments, subject, options))
}

async function writeReports(
  palate: Palate,
  subject: Subject,
  inputs: readonly ScoreInput[],
  { scores, latency_ms }: Scores,
  assessments: readonly Assessment[],
  { html, junit, min }: ScoreOptions,
): Promise<void> {
  if (html !== undefined) await writeReport(palate, subject, inputs, scores, html, min)
  if (junit !== undefined) writeFile(junit, junitReport(subject.profile.name, assessments, latency_ms / 1000))
  for (const file of [html, junit]) if (file !== undefined) complain(`wrote ${file}`)
  writeStepSummary(subject.profile.name, subject.dimensions[0] ?? '', assessments)
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
