/**
 * Measures batches: alone, alongside single frames, with many readers, and on one and two worker processes.
 *
 *   npm run bench:batch -- [--frames 10000] [--distinct 1000] [--rounds 3] [--only alone|beside|readers|two]
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAlone } from './batch/alone.ts'
import { measureBesideSingleFrames } from './batch/beside-single-frames.ts'
import { measureReaders } from './batch/readers.ts'
import { measureWorkers } from './batch/workers.ts'
import { printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { openScoringFixture } from './score/setup/fixture.ts'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '10000' },
    distinct: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const [frames, distinct, rounds] = [Number(values.frames), Number(values.distinct), Number(values.rounds)]
const threads = availableParallelism()
const size = `${frames} frames of ${distinct} pictures, ${threads} cores, medians of ${rounds} rounds`
const measures = {
  alone: { title: `a batch alone on SQLite (${size})`, run: measureAlone },
  beside: { title: `single frames during a batch on SQLite (${size})`, run: measureBesideSingleFrames },
  readers: { title: `a batch with readers on SQLite (${size})`, run: measureReaders },
  two: { title: `worker processes on PostgreSQL (${size})`, run: measureWorkers },
}
const selected = select(measures, values.only)

const fixture = await openScoringFixture()
try {
  for (const { title, run } of selected) {
    printTable(title, await run({ fixture, frames, distinct, rounds, threads }))
  }
} finally {
  await fixture.close()
}
