import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { isPalateError, type Palate } from '@palate/client'
import { type Assessment, assess, dropDefault, type Gate, isRefused } from '@palate/core/report/assessment.ts'
import { junitReport } from '@palate/core/report/junit.ts'
import { type Command, Option } from 'commander'
import { CommandError, print, printWarning, UsageError } from '../../output.ts'
import { writeFile } from '../../write-file.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { commaList, positiveWholeNumber, scoreValue } from '../option-values.ts'
import { type Baseline, compared, readBaseline, warnOfOtherVersion } from './gate/baseline.ts'
import { annotateAssessments, judge, warnOfUnsure } from './gate/judge.ts'
import { type ScoreInput, scoreInputs, withFolderOptions } from './inputs.ts'
import { csvOf, tableOf, verdictLine } from './output.ts'
import { createProgress, noScreen } from './progress.ts'
import { writeStepSummary } from './report/step-summary.ts'
import { writeReport } from './report/write-report.ts'
import { pictureOf, type Result, ranked, type ScoreOptions } from './result.ts'
import { type Scores, scoreAll } from './score-all.ts'
import { announce, scoredAgainst } from './scored-state.ts'
import { explainUnknown, findSubject, type Subject } from './subject.ts'
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
    .option('--allow-failures', 'do not exit with 1 if a picture cannot be scored')
    .addOption(new Option('--junit <file>', 'also write the results as JUnit XML').conflicts('watch'))
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

async function scorePictures(context: Context<ScoreOptions>, args: readonly string[]): Promise<void> {
  const { palate } = context
  refuseWrongUsage(context.options)
  const { dimension = [], watch, gate, baseline, quiet, json } = context.options
  const dimensions = dimension.length > 0 ? dimension : ['aesthetics']
  const inputs = watch ? [] : await scoreInputs(args, context.options)
  if (!watch && inputs.length === 0) throw new CommandError('no pictures found')
  const subject = await findSubject(palate, context.options, dimensions, inputs.length)
  const explain = (error: unknown) => Promise.reject(explainUnknown(error, subject, context.options))
  const threshold = gate || json ? await findThreshold(palate, subject, !gate).catch(explain) : undefined
  const limit = gate && threshold ? { min: threshold.pass } : {}
  const options = { ...context.options, ...limit }
  if (watch) return watchFolders(palate, subject, args, options)
  const earlier =
    baseline === undefined ? undefined : await readBaseline(palate, subject, inputs, baseline).catch(explain)
  if (earlier && !quiet) printWarning(compared(earlier, inputs))
  const progress = createProgress(inputs.length, quiet ? noScreen : process.stderr)
  const answer = await scoreAll(palate, subject, inputs, progress.add).catch(explain).finally(progress.end)
  const against = scoredAgainst(subject, answer.states.at(-1) ?? { versionId: undefined })
  if (!quiet) announce(against, answer.states.length, options.working === true)
  if (earlier) warnOfOtherVersion(earlier, against)
  const best = ranked(answer.scores, dimensions)
  const assessments = best.map((result) => assessResult(result, dimensions, options, earlier))
  const verdict = verdictOf(assessments, options, threshold)
  const { scores, latency_ms } = answer
  const whole = { scores, latency_ms, ...against, threshold: threshold ?? null, verdict }
  printScores({ ...context, options }, subject, whole, best, assessments)
  await writeReports(palate, subject, inputs, answer, assessments, options)
  annotateAssessments(assessments, dimensions[0] ?? '')
  if (!quiet) warnOfUnsure(assessments)
  judge(assessments, options)
}

function refuseWrongUsage({ drop, baseline, html, junit, json, csv, verdict }: ScoreOptions): void {
  if (drop !== undefined && baseline === undefined) throw new UsageError('--drop also needs --baseline')
  const printed = [html === '-', junit === '-', json, csv, verdict].filter(Boolean).length
  if ([html, junit].includes('-') && printed > 1) {
    throw new UsageError('standard output takes one of --html -, --junit -, --json, --csv and --verdict')
  }
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
  return assess({ ...pictureOf(result, dimensions), before: baseline?.scores.get(result.frame_id) }, gate)
}

function printScores(
  { options, show }: Context<ScoreOptions>,
  subject: Subject,
  answer: Pick<Scores, 'scores'>,
  best: readonly Result[],
  assessments: readonly Assessment[],
): void {
  const { dimensions } = subject
  if (options.html === '-' || options.junit === '-') return
  const wanted = best.flatMap((_, i) => (options.quiet && assessments[i]?.outcome === 'passed' ? [] : [i]))
  const shown = wanted.slice(0, options.top)
  const results = shown.flatMap((i) => best[i] ?? [])
  const isPart = results.length < best.length
  if (options.quiet && results.length === 0 && !options.json) return
  if (options.csv) print(csvOf(results, dimensions))
  else if (options.verdict && !options.json) print(results.map((result) => verdictLine(result, dimensions)))
  else {
    const shownAssessments = shown.flatMap((i) => assessments[i] ?? [])
    show(isPart ? { ...answer, scores: results } : answer, () => tableOf(results, shownAssessments, subject, options))
  }
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
  for (const file of [html, junit]) if (file !== undefined && file !== '-') printWarning(`wrote ${file}`)
  writeStepSummary(subject.profile.name, subject.dimensions[0] ?? '', assessments)
}

type Threshold = Awaited<ReturnType<Palate['profiles']['threshold']>>

/** The threshold of the first dimension, in the state that is scored against. A measured attribute has none. */
async function findThreshold(
  palate: Palate,
  { request, dimensions }: Subject,
  isOptional: boolean,
): Promise<Threshold | undefined> {
  const { profile_id, version_id, branch_id, include_working } = request
  const state = { version_id, branch_id, include_working: include_working && 'true' }
  const query = { dimension: dimensions[0], ...state } as Parameters<typeof palate.profiles.threshold>[1]
  return palate.profiles.threshold(String(profile_id), query).catch((error) => {
    // An unknown dimension is also refused with the pictures.
    if (isOptional && isPalateError(error, 'unknown_dimension')) return undefined
    throw error
  })
}

/** The worst of the pictures: by the gate and the baseline or, without both, by the profile's threshold. */
function verdictOf(
  assessments: readonly Assessment[],
  { min, baseline }: ScoreOptions,
  threshold: Threshold | undefined,
): 'pass' | 'revise' | 'fail' | 'error' | null {
  if (assessments.some(isRefused)) return 'fail'
  if (assessments.some(({ outcome }) => outcome === 'failed')) return 'error'
  if (min !== undefined || baseline !== undefined) return 'pass'
  if (!threshold) return null
  const lowest = Math.min(...assessments.flatMap(({ score }) => score ?? []))
  return lowest < threshold.fail ? 'fail' : lowest < threshold.pass ? 'revise' : 'pass'
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...commaList(value)]
}
