/**
 * How many machines a number of frames a day needs, by arithmetic and by simulation: docs/scale.md.
 *
 *   node bench/scale.ts [--frames-per-day 1e9] [--new-share 0.3] [--cores 16] [--core-ms 27] [--known-ms 1.3] [--peak 3]
 *     [--busy 0.7]
 *
 * The simulation has one queue per machine. Requests arrive at random and take as long as measured; a balancer chooses
 * the better of two machines. Nothing here uses a real service.
 */
import { parseArgs } from 'node:util'
import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { ms, percentile, printTable } from './harness/report.ts'

const number = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    'frames-per-day': number,
    'new-share': number,
    cores: number,
    'core-ms': number,
    'known-ms': number,
    peak: number,
    busy: number,
  },
})
const framesPerDay = Number(values['frames-per-day'] ?? 1e9)
/** Frames that were never read before. The features of all others are in the store. */
const newShare = Number(values['new-share'] ?? 0.3)
const coresPerMachine = Number(values.cores ?? 16)
/** Processor time of a new frame and of a known one, all threads together: bench:score --only embedder,known. */
const newCoreMs = Number(values['core-ms'] ?? 27)
const knownCoreMs = Number(values['known-ms'] ?? 1.3)
/** A new frame on an idle machine. Fetching and waiting for the store are not processor time. */
const newIdleMs = 19
/** The busiest minute relative to the average one. */
const peak = Number(values.peak ?? 3)
/** How busy machines may be in that minute. */
const busy = Number(values.busy ?? 0.7)
/** The event loop's part of a frame, which one process does on one core. */
const newLoopMs = 4.7
const knownLoopMs = 1.1
/** On PostgreSQL with indexes: features, the scored frame, and a thumbnail, whose size depends on the picture. */
const storedBytes = 7_330 + 850 + 3_900
/** Each known frame changes one row if it was not scored in the last minute. */
const rowsOfNew = 3
const rowsOfKnown = 1

const framesPerSecond = (framesPerDay / 86_400) * peak
const coreMsPerFrame = newShare * newCoreMs + (1 - newShare) * knownCoreMs
const coresNeeded = (framesPerSecond * coreMsPerFrame) / 1000 / busy
const machines = Math.ceil(coresNeeded / coresPerMachine)
const loopMsPerFrame = newShare * newLoopMs + (1 - newShare) * knownLoopMs
const processesPerMachine = Math.ceil(((framesPerSecond / machines) * (loopMsPerFrame / 1000)) / busy)

printTable(`${framesPerDay.toExponential(0)} frames a day, ${Math.round(newShare * 100)} % of them new`, [
  { what: 'frames/s in the busiest minute', figure: Math.round(framesPerSecond).toLocaleString('en') },
  { what: 'processor time per frame', figure: ms(coreMsPerFrame) },
  { what: `machines with ${coresPerMachine} cores, ${Math.round(busy * 100)} % busy`, figure: String(machines) },
  { what: 'API processes on each, for their event loops', figure: String(processesPerMachine) },
  { what: 'stored per day', figure: gigabytes(framesPerDay * newShare * storedBytes) },
  {
    what: 'rows written per day, at most',
    figure: (framesPerDay * (newShare * rowsOfNew + (1 - newShare) * rowsOfKnown)).toExponential(1),
  },
])
printTable('simulated time of a new frame in the busiest minute', simulate([0.5, busy, 0.85, 0.95]))

/** Simulates a few machines: the others behave alike. */
function simulate(loads: readonly number[]) {
  return loads.map((load) => {
    const times = simulateAt(load).toSorted((a, b) => a - b)
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)]
    return { what: `${Math.round(load * 100)} % busy, p50 / p99`, figure: `${ms(half)} / ${ms(most)}` }
  })
}

function simulateAt(load: number): number[] {
  const random = seededRandom(1)
  const simulated = Math.min(machines, 8)
  // The time at which each core is free.
  const free = Array.from({ length: simulated }, () => new Float64Array(coresPerMachine))
  const everyMs = coreMsPerFrame / (simulated * coresPerMachine * load)
  const times: number[] = []
  let now = 0
  for (let frame = 0; frame < 200_000; frame++) {
    now -= Math.log(1 - random()) * everyMs
    const isNew = random() < newShare
    const queues = [random(), random()].map((at) => free[Math.floor(at * simulated)] as Float64Array)
    const [one, other] = queues.map((cores) => Math.min(...cores)) as [number, number]
    const cores = queues[one <= other ? 0 : 1] as Float64Array
    const core = cores.indexOf(Math.min(one, other))
    const start = Math.max(now, cores[core] as number)
    // Pictures differ: half to one and a half of the average.
    const takesMs = (isNew ? newCoreMs : knownCoreMs) * (0.5 + random())
    cores[core] = start + takesMs
    if (isNew) times.push(start - now + (newIdleMs * takesMs) / newCoreMs)
  }
  return times
}

function gigabytes(bytes: number): string {
  return bytes < 1e12 ? `${Math.round(bytes / 1e9)} GB` : `${(bytes / 1e12).toFixed(1)} TB`
}
