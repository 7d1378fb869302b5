import { setTimeout as pause } from 'node:timers/promises'
import type { Home } from '../harness/home.ts'
import type { createProcesses } from '../harness/processes.ts'
import { createRandom } from './random.ts'

const startMsMax = 900

/** Kills the very first start, in the midst of making tables and the first account, and starts again. */
export async function killFirstStart(home: Home, processes: ReturnType<typeof createProcesses>, seed: number) {
  const killedAfterMs = createRandom(seed).below(startMsMax)
  const first = processes.run(['serve'], home.env)
  await pause(killedAfterMs)
  first.child.kill('SIGKILL')
  await first.ended
  const violations: string[] = []
  const again = await processes.serve(home.env)
  const { status, body } = await again.call('GET', '/api/api-keys')
  if (status !== 200) violations.push(`the key in bootstrap-key was answered with ${status}`)
  else if (body.keys.length !== 1) violations.push(`there are ${body.keys.length} first keys`)
  await processes.stopAll()
  return { killedAfterMs, violations }
}
