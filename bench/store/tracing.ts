import { traced } from '@palate/server/platform/tracing/tracing.ts'
import { type Line, median } from '../harness/report.ts'

const rounds = 21
const steps = 200_000
/** A request has a handful of steps. */
const nsMax = 1000

/** What a step costs while tracing is off: the same asynchronous work with and without it, in turn. */
export async function measureTracingOff(): Promise<readonly Line[]> {
  let done = 0
  const work = async () => {
    done += 1
  }
  const attributes = { table: 'profiles' }
  const plain: number[] = []
  const asSteps: number[] = []
  for (let round = 0; round < rounds; round++) {
    plain.push(await nsOf(work))
    asSteps.push(await nsOf(() => traced('store', attributes, work)))
  }
  if (done !== 2 * rounds * steps) throw new Error('some work was not done')
  const more = median(asSteps) - median(plain)
  return [
    { what: 'an asynchronous call', figure: `${median(plain).toFixed(0)} ns` },
    { what: 'the same as a step of a trace, tracing off', figure: `${median(asSteps).toFixed(0)} ns` },
    { what: 'difference', figure: `${more.toFixed(0)} ns`, target: `< ${nsMax} ns`, met: more < nsMax },
  ]
}

async function nsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  for (let i = 0; i < steps; i++) await work()
  return ((performance.now() - started) * 1e6) / steps
}
