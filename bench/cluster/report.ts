import type { Line } from '../harness/report.ts'
import type { AnswerRecord, Ledger } from '../mixed-load/ledger.ts'
import type { Fault } from './faults.ts'

/** How many requests got no response before the next fault, until when, and when everything was running again. */
export function describeFault(
  { answers }: Pick<Ledger, 'answers'>,
  { what, atMs, readyMs }: Fault,
  nextMs: number,
): Line {
  const failed = unansweredBetween({ answers }, atMs, nextMs)
  const lastMs = Math.max(atMs, ...failed.map((one) => one.atMs)) - atMs
  const noticed =
    failed.length === 0 ? 'no request failed' : `${failed.length} requests failed, the last after ${seconds(lastMs)}`
  return { what, figure: `${noticed}; all running after ${seconds(readyMs - atMs)}` }
}

export function unansweredBetween(
  { answers }: Pick<Ledger, 'answers'>,
  fromMs: number,
  untilMs: number,
): readonly AnswerRecord[] {
  return answers.filter(({ isAnswered, atMs }) => !isAnswered && atMs >= fromMs && atMs <= untilMs)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
