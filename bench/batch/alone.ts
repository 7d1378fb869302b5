import { setTimeout as pause } from 'node:timers/promises'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms } from '../harness/report.ts'
import { processorMs, residentMb, type Served } from '../harness/serve.ts'
import type { Cost } from '../score/bare-loop.ts'
import { type BatchBench, newUrls } from './bench.ts'
import { type BatchRun, runBatch } from './client.ts'

const idleMs = 3000

interface Round {
  readonly bare: Cost
  readonly batch: Cost
  readonly firstMs: number
  readonly aboveIdleMb: number
  readonly delayMs: number
}

/** A batch alone, between two runs of the bare loop over the same number of distinct pictures. */
export async function measureAlone(bench: BatchBench): Promise<readonly Line[]> {
  const { fixture, rounds } = bench
  const served = await fixture.serve()
  const profileId = await createProfile(served)
  await runBatch(served, profileId, newUrls(bench, 20, 20))
  await pause(idleMs)
  const idleMb = residentMb(served.child)
  const results: Round[] = []
  for (let i = 0; i < rounds; i++) results.push(await runRound(bench, served, profileId, idleMb))
  await served.stop()
  return linesOf(bench, results, idleMb)
}

async function runRound(bench: BatchBench, served: Served, profileId: string, idleMb: number): Promise<Round> {
  const { fixture, frames, distinct, threads } = bench
  const before = await fixture.bareRun({ frames: distinct, threads })
  await fixture.readDelay(served)
  const used = processorMs(served.child)
  const run = await watchMemory(served, runBatch(served, profileId, newUrls(bench, frames, distinct)))
  const batch = { seconds: run.seconds, processorSeconds: (processorMs(served.child) - used) / 1000 }
  const delayMs = (await fixture.readDelay(served)).p99
  const bare = mean(before, await fixture.bareRun({ frames: distinct, threads }))
  return { bare, batch, firstMs: run.firstMs, aboveIdleMb: run.memoryMb - idleMb, delayMs }
}

function linesOf({ frames, distinct }: BatchBench, results: readonly Round[], idleMb: number): readonly Line[] {
  const medianOf = (figure: (round: Round) => number) => median(results.map(figure))
  const ratios = results.map(({ bare, batch }) => bare.seconds / batch.seconds)
  const ratio = median(ratios)
  const processorRatio = medianOf(({ bare, batch }) => bare.processorSeconds / batch.processorSeconds)
  const first = medianOf(({ firstMs }) => firstMs)
  const memory = Math.max(...results.map(({ aboveIdleMb }) => aboveIdleMb))
  return [
    { what: 'bare loop', figure: `${medianOf(({ bare }) => distinct / bare.seconds).toFixed(1)} pictures/s` },
    { what: 'batch', figure: `${medianOf(({ batch }) => frames / batch.seconds).toFixed(0)} frames/s` },
    {
      what: 'distinct pictures per second, relative to the bare loop',
      figure: `${ratio.toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
      target: 'at least 0.85',
      met: ratio >= 0.85,
    },
    { what: 'the same in processor time', figure: processorRatio.toFixed(2) },
    { what: 'first result', figure: ms(first), target: 'under 300 ms', met: first < 300 },
    {
      what: `resident memory above idle (${idleMb.toFixed(0)} MB), maximum`,
      figure: `${memory.toFixed(0)} MB`,
      target: 'under 150 MB',
      met: memory < 150,
    },
    { what: 'event-loop delay, p99', figure: ms(medianOf(({ delayMs }) => delayMs)) },
  ]
}

function mean(a: Cost, b: Cost): Cost {
  return { seconds: (a.seconds + b.seconds) / 2, processorSeconds: (a.processorSeconds + b.processorSeconds) / 2 }
}

async function watchMemory({ child }: Served, batch: Promise<BatchRun>) {
  let memoryMb = 0
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, residentMb(child))
  }, 100)
  const run = await batch.finally(() => clearInterval(timer))
  return { ...run, memoryMb }
}
