import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { isPalateError, type Palate } from '@palate/client'
import { assess } from '@palate/core/report/assessment.ts'
import { print, printWarning, UsageError } from '../../output.ts'
import { untilInterrupted } from '../../terminal/interrupt.ts'
import { plural } from '../../terminal/text.ts'
import { createFolderScan } from './folder-scan.ts'
import { annotateAssessments, warnOfClose } from './gate/judge.ts'
import type { ScoreInput } from './inputs.ts'
import { csvHead, csvLine, explained, lineOf, verdictLine } from './output.ts'
import { pictureOf, type Result, type ScoreOptions } from './result.ts'
import { scoreAll } from './score-all.ts'
import { announce, type ScoredAgainst, scoredAgainst } from './scored-state.ts'
import { explainUnknown, type Subject } from './subject.ts'

/** A file that has not changed for this long is complete. */
const settledMs = 300
/** Notifications can get lost, for example on network drives, so the folders are also scanned this often. */
const rescanEveryMs = 2_000

/** Scores pictures that appear or change in the folders, one line each, until interrupted. */
export async function watchFolders(
  palate: Palate,
  subject: Subject,
  folders: readonly string[],
  options: ScoreOptions,
): Promise<void> {
  const wrong = folders.find((folder) => !existsSync(folder) || !statSync(folder).isDirectory())
  if (wrong !== undefined) throw new UsageError(`--watch takes folders, and ${wrong} is not a folder`)
  const printResult = printerOf(subject, options)
  const note = noteOfChanges(options)
  const scan = createFolderScan(folders, options)
  const there = scan.begin()
  const signal = untilInterrupted()
  const bell = createBell(signal)
  const watchers = folders.flatMap((folder) => watchFolder(folder, bell.ring))
  if (options.csv) print(csvHead(subject.dimensions))
  printWarning(`watching ${folders.join(', ')} (${plural(there, 'picture')} already there); press Ctrl-C to stop`)
  while (!signal.aborted) {
    const { settled, isUnsettled } = scan.scan()
    if (settled.length > 0) await scoreSettled(palate, subject, settled, scan.forget, printResult, note, options)
    else await bell.wait(isUnsettled ? settledMs : rescanEveryMs, isUnsettled)
  }
  for (const watcher of watchers) watcher.close()
}

async function scoreSettled(
  palate: Palate,
  subject: Subject,
  names: readonly string[],
  forget: (name: string) => void,
  print: (result: Result) => void,
  note: (against: ScoredAgainst) => void,
  options: ScoreOptions,
): Promise<void> {
  const inputs: readonly ScoreInput[] = names.map((id) => ({ id }))
  try {
    const { scores: results, states } = await scoreAll(palate, subject, inputs)
    note(scoredAgainst(subject, states.at(-1) ?? { versionId: undefined }))
    for (const result of results) print(result)
    const { dimensions } = subject
    const assessments = results.map((result) =>
      assess(pictureOf(result, dimensions), { ...options, allowFailures: true }),
    )
    annotateAssessments(assessments, dimensions[0] ?? '')
    if (!options.quiet) warnOfClose(assessments)
  } catch (error) {
    // A service that restarts comes back; a refusal is final.
    if (!isPalateError(error) || (error.status >= 400 && error.status < 500 && error.status !== 429))
      throw explainUnknown(error, subject, options)
    printWarning(`${error.message}; retrying`)
    for (const name of names) forget(name)
  }
}

/** Says what pictures are scored against, and again whenever it changes. */
function noteOfChanges({ quiet, working }: ScoreOptions): (against: ScoredAgainst) => void {
  let last = ''
  return (against) => {
    const now = JSON.stringify(against)
    if (!quiet && now !== last) announce(against, 1, working === true)
    last = now
  }
}

function printerOf(subject: Subject, options: ScoreOptions): (result: Result) => void {
  const printLine = lineKindOf(subject, options)
  const passes = (result: Result) => assess(pictureOf(result, subject.dimensions), options).outcome === 'passed'
  return options.quiet ? (result) => passes(result) || printLine(result) : printLine
}

function lineKindOf(subject: Subject, options: ScoreOptions): (result: Result) => void {
  const { dimensions } = subject
  const { json, csv, verdict } = options
  if (json) return (result) => print(JSON.stringify(result))
  if (verdict) return (result) => print(verdictLine(result, dimensions))
  if (csv) return (result) => print(csvLine(result, dimensions))
  return (result) => print([lineOf(result, dimensions, options), ...explained(result, subject).slice(1)])
}

/** Some file systems cannot be watched. The folders are scanned anyway. */
function watchFolder(folder: string, onChange: () => void): readonly FSWatcher[] {
  try {
    return [watch(folder, { recursive: true }, onChange).on('error', () => {})]
  } catch {
    return []
  }
}

/** Wakes the waiter on a change, after a time, or on interrupt. */
function createBell(signal: AbortSignal) {
  let wake: () => void = () => {}
  signal.addEventListener('abort', () => wake())
  return {
    ring: () => wake(),
    /** A file that is being written causes constant notifications, so waiting for it to settle ignores them. */
    wait: (ms: number, isDeaf: boolean) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve()
        const timer = setTimeout(resolve, ms)
        wake = () => {
          if (isDeaf && !signal.aborted) return
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
