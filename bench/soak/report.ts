import { type Line, median, ms, percentile } from '../harness/report.ts'
import { type AnswerRecord, type Ledger, operations } from '../mixed-load/ledger.ts'
import type { Sample } from './sample.ts'

/** How much the last third of a run may differ from the first one after the warm-up. */
const growthMax = { residentMb: 1.25, handles: 1.25, bytesPerRequest: 1.25, p50: 1.5, p99: 2 }

/** A figure for each of the run's parts, without the warm-up. */
type Parts = readonly number[]

export function describeSoak({ answers }: Pick<Ledger, 'answers'>, samples: readonly Sample[]): readonly Line[] {
  const parts = samples.slice(1, -1).map((from, i) => ({ from, until: samples[i + 2] ?? from }))
  const timesIn = ({ from, until }: (typeof parts)[number], operation: string) =>
    answers
      .slice(from.answers, until.answers)
      .filter((answer) => answer.operation === operation)
      .map(timeOf)
      .toSorted((a, b) => a - b)
  const times = Object.keys(operations).flatMap((operation) => {
    const sorted = parts.map((part) => timesIn(part, operation)).filter((times) => times.length > 0)
    return [
      lineOf(
        `${operation}: p50`,
        sorted.map((times) => percentile(times, 0.5)),
        ms,
        growthMax.p50,
      ),
      lineOf(
        `${operation}: p99`,
        sorted.map((times) => percentile(times, 0.99)),
        ms,
        growthMax.p99,
      ),
    ]
  })
  const written = parts.map(
    ({ from, until }) => (until.storedBytes - from.storedBytes) / (until.answers - from.answers),
  )
  return [
    ...times,
    lineOf(
      'resident memory',
      parts.map(({ until }) => until.residentMb),
      (mb) => `${mb.toFixed(0)} MB`,
      growthMax.residentMb,
    ),
    lineOf(
      'open files and sockets',
      parts.map(({ until }) => until.handles),
      String,
      growthMax.handles,
    ),
    lineOf('stored bytes per request', written, (bytes) => bytes.toFixed(0), growthMax.bytesPerRequest),
    { what: 'stored at the end', figure: `${((samples.at(-1)?.storedBytes ?? 0) / 1e6).toFixed(0)} MB` },
    { what: 'requests', figure: `${answers.length}, ${answers.filter(({ isAnswered }) => !isAnswered).length} failed` },
  ]
}

function lineOf(what: string, parts: Parts, format: (value: number) => string, max: number): Line {
  const third = Math.ceil(parts.length / 3)
  const [early, late] = [median(parts.slice(0, third)), median(parts.slice(-third))]
  const growth = late / early
  return {
    what,
    figure: `${format(early)} → ${format(late)} (${growth.toFixed(2)})`,
    target: `at most ${max}`,
    met: growth <= max,
  }
}

const timeOf = ({ ms: time }: AnswerRecord) => time
