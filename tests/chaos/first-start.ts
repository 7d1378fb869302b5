import { setTimeout as pause } from 'node:timers/promises'
import type { Home } from '../harness/home.ts'
import type { createProcesses } from '../harness/processes.ts'
import { createRandom } from './random.ts'

const startMsMax = 900

/** Kills the first start on an empty store, while it creates the tables and the first account, and starts again. */
export async function killFirstStart(home: Home, processes: ReturnType<typeof createProcesses>, seed: number) {
  const killedAfterMs = createRandom(seed).below(startMsMax)
  const first = processes.run(['serve'], home.env)
  await pause(killedAfterMs)
  first.child.kill('SIGKILL')
  await first.ended
  const violations: string[] = []
  const restarted = await processes.serve(home.env)
  const { status, body } = await restarted.call('GET', '/api/api-keys')
  if (status !== 200) violations.push(`the key in bootstrap-key was answered with ${status}`)
  else if (body.keys.length !== 1) violations.push(`there are ${body.keys.length} bootstrap keys`)
  await processes.stopAll()
  return { killedAfterMs, violations }
}
