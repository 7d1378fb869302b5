import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median } from '../harness/report.ts'
import { processorMs, residentMb, serve } from '../harness/serve.ts'

const starts = 5
const idleMs = 3000

const launchers = {
  sources: fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url)),
  package: fileURLToPath(new URL('../../dist/palate/bin/palate.js', import.meta.url)),
} as const
type Way = keyof typeof launchers

interface Start {
  readonly readyMs: number
  readonly processorMs: number
  readonly residentMb: number
}

/**
 * The time from process start to 200 from `/readyz` on a full store, and the memory of an idle process. Alternates
 * between the sources and the built package. The first start of each fills the compile cache and does not count.
 */
export async function measureStart(env: Env): Promise<readonly Line[]> {
  const build = fileURLToPath(new URL('../../build/build.ts', import.meta.url))
  execFileSync(process.execPath, [build, '--only', 'palate'])
  const measured: Record<Way, Start[]> = { sources: [], package: [] }
  for (let round = 0; round <= starts; round++) {
    for (const way of ['sources', 'package'] as const) {
      const start = await startOnce(env, launchers[way])
      if (round > 0) measured[way].push(start)
    }
  }
  const ratio = medianOf(measured.package, 'readyMs') / medianOf(measured.sources, 'readyMs')
  return [
    ...linesOf('the sources', measured.sources),
    ...linesOf('the package', measured.package),
    {
      what: 'start to ready, package ÷ sources',
      figure: ratio.toFixed(2),
      target: 'at most 1',
      met: ratio <= 1,
    },
  ]
}

async function startOnce(env: Env, launcher: string): Promise<Start> {
  const started = performance.now()
  const served = await serve(env, [], launcher)
  while ((await served.call('GET', '/readyz')).status !== 200) await pause(5)
  const readyMs = performance.now() - started
  const computedMs = processorMs(served.child)
  await pause(idleMs)
  const resident = residentMb(served.child)
  await served.stop()
  return { readyMs, processorMs: computedMs, residentMb: resident }
}

function linesOf(what: string, measured: readonly Start[]): readonly Line[] {
  const ready = medianOf(measured, 'readyMs')
  const resident = medianOf(measured, 'residentMb')
  return [
    {
      what: `start to ready from ${what} (median of ${starts})`,
      figure: `${(ready / 1000).toFixed(2)} s`,
      target: 'under 2 s',
      met: ready < 2000,
    },
    { what: '… processor time', figure: `${(medianOf(measured, 'processorMs') / 1000).toFixed(2)} s` },
    {
      what: '… resident when idle',
      figure: `${resident.toFixed(0)} MB`,
      target: 'under 200 MB',
      met: resident < 200,
    },
  ]
}

function medianOf(measured: readonly Start[], figure: keyof Start): number {
  return median(measured.map((start) => start[figure]))
}
