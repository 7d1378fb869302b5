/**
 * Measures how the resident memory of `palate serve` grows under a mixed load, and what it consists of. Linux only.
 *
 *   node bench/memory.ts [--minutes 15]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { printTable } from './harness/report.ts'
import { mixedLoad } from './memory/load.ts'
import { type Resident, readResident } from './memory/resident.ts'
import { openScoringFixture } from './score/setup/fixture.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } })
const minutes = Number(values.minutes)
/** The first figure is taken after its caches and threads are there: after two of fifteen minutes. */
const samples = 8
const growthMax = 1.25

const fixture = await openScoringFixture()
const served = await fixture.serve()
try {
  const pid = served.child.pid ?? 0
  const over = new AbortController()
  const idle = readResident(pid)
  const load = mixedLoad(fixture, served, over.signal)
  const during: Resident[] = []
  for (let i = 0; i < samples; i++) {
    await pause((minutes * 60_000) / samples)
    during.push(readResident(pid))
  }
  over.abort()
  const { count, failed } = await load
  const [early, late] = [during[0] ?? idle, during.at(-1) ?? idle]
  const growth = late.total / early.total
  printTable(`resident memory during ${minutes} minutes of mixed load`, [
    { what: 'requests', figure: `${count}, of which ${failed} failed` },
    { what: 'idle', figure: describe(idle) },
    ...during.map((resident, i) => ({
      what: `after ${(((i + 1) * minutes) / samples).toFixed(1)} minutes`,
      figure: describe(resident),
    })),
    {
      what: 'last ÷ first under load',
      figure: growth.toFixed(2),
      target: `at most ${growthMax}`,
      met: growth <= growthMax,
    },
  ])
} finally {
  await served.stop()
  await fixture.close()
}

function describe({ total, heap, arenas, other, files }: Resident): string {
  const [all, ...parts] = [total, heap, arenas, other, files].map((megabytes) => megabytes.toFixed(0))
  return `${all} MB: main heap ${parts[0]}, arenas ${parts[1]}, V8 and other ${parts[2]}, files ${parts[3]}`
}
