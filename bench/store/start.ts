import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median } from '../harness/report.ts'
import { processorMs, residentMb, serve } from '../harness/serve.ts'

const starts = 5
const idleMs = 3000

/** From the start of the process to `/readyz` saying yes, on a store that is full; and the memory of one that waits. */
export async function measureStart(env: Env): Promise<readonly Line[]> {
  const times: number[] = []
  const memory: number[] = []
  const work: number[] = []
  for (let i = 0; i < starts; i++) {
    const started = performance.now()
    const served = await serve(env)
    while ((await served.call('GET', '/readyz')).status !== 200) await pause(5)
    times.push(performance.now() - started)
    work.push(processorMs(served.child))
    await pause(idleMs)
    memory.push(residentMb(served.child))
    await served.stop()
  }
  const [time, resident] = [median(times), median(memory)]
  return [
    {
      what: `start to ready (median of ${starts})`,
      figure: `${(time / 1000).toFixed(2)} s`,
      target: 'under 2 s',
      met: time < 2000,
    },
    { what: '… of which the process computes', figure: `${(median(work) / 1000).toFixed(2)} s` },
    {
      what: `resident when idle (median of ${starts})`,
      figure: `${resident.toFixed(0)} MB`,
      target: 'under 200 MB',
      met: resident < 200,
    },
  ]
}
