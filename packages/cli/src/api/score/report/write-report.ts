import type { Palate } from '@palate/client'
import { describeAllReasons } from '@palate/core/report/reasons.ts'
import { type ReportFrame, scoreReport } from '@palate/core/report/score-report.ts'
import { describeSplit, splitIn } from '@palate/core/report/split.ts'
import { writeFile } from '../../../write-file.ts'
import type { ScoreInput } from '../inputs.ts'
import { numberOf, type Result } from '../result.ts'
import type { Subject } from '../subject.ts'
import { readThumbnails } from './thumbnails.ts'

/** Writes an HTML report with scores, pictures and reasons. The results are in the order of the inputs. */
export async function writeReport(
  palate: Palate,
  subject: Subject,
  inputs: readonly ScoreInput[],
  results: readonly Result[],
  file: string,
  min: number | undefined,
): Promise<void> {
  const { dimensions, profile, state } = subject
  const [first = ''] = dimensions
  // The best pictures come first, so that they are shown if there is no room for all.
  const order = results
    .flatMap(({ error }, i) => (error ? [] : [i]))
    .sort((a, b) => numberOf(results[b]?.[first]) - numberOf(results[a]?.[first]))
  const wanted = order.flatMap((i) => inputs[i] ?? [])
  const { pictures, note } = await readThumbnails(palate, wanted, profile.projectId)
  const thumbnails = new Map(order.map((i, place) => [i, pictures[place]]))
  const page = scoreReport({
    title: `Scores against ${profile.name}`,
    profile,
    state,
    dimensions,
    ...(min !== undefined && { threshold: min }),
    createdAt: new Date().toISOString(),
    frames: results.map((result, i) => frameOf(result, subject, thumbnails.get(i))),
    ...(note !== undefined && { note }),
  })
  writeFile(file, page)
}

function frameOf(result: Result, { dimensions, nameOf }: Subject, thumbnail: string | undefined): ReportFrame {
  const { frame_id, error, details, verdict, regions } = result
  const [first = ''] = dimensions
  const reasons = describeAllReasons(details ?? {}, dimensions, nameOf).flatMap(({ dimension, reasons: texts }) => {
    const about = dimensions.length > 1 ? `${dimension}: ` : ''
    return texts.map((one) => (one.effect === undefined ? one : { ...one, text: `${about}${one.text}` }))
  })
  const split = splitIn(result, first)
  return {
    name: frame_id,
    scores: Object.fromEntries(dimensions.map((name) => [name, scoreOf(result[name])])),
    reasons,
    ...(split && { split: describeSplit(split) }),
    verdict: verdict?.[first],
    region: regions?.[first]?.words,
    ...(thumbnail !== undefined && { thumbnail }),
    ...(error && { error: error.message }),
  }
}

function scoreOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
