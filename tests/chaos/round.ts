import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../harness/client.ts'
import type { Env } from '../harness/home.ts'
import type { createProcesses } from '../harness/processes.ts'
import { type Ledger, recordProfile } from './ledger.ts'
import { findRemains, waitUntilQuiet } from './partial-writes.ts'
import { createRandom } from './random.ts'
import { findViolations } from './violations.ts'
import { project, writeUntilOver } from './writer.ts'

const writersPerServer = 5
const killAfterMsMax = 1500

export interface RoundPlan {
  readonly env: Env
  readonly processes: ReturnType<typeof createProcesses>
  readonly ledger: Ledger
  readonly seed: number
  /** With two, one is killed and the other goes on. */
  readonly servers: 1 | 2
}

export interface RoundResult {
  readonly killedAfterMs: number
  readonly violations: readonly string[]
}

/** Writes from several clients, kills a server in the midst of it, starts it again and holds all against the ledger. */
export async function runRound({ env: bare, processes, ledger, seed, servers }: RoundPlan): Promise<RoundResult> {
  const env = { ...bare, PALATE_RATE_LIMIT: '1000000', PALATE_LOG_LEVEL: 'warn' }
  const random = createRandom(seed)
  const victim = await processes.serve(env)
  const survivor = servers === 2 ? await processes.serve(env) : undefined
  const arena = await createArena(ledger, createClient(victim.address, victim.key), `arena-${seed}`)

  let isOver = false
  const round = { ledger, arena, isOver: () => isOver }
  const writers = [victim, ...(survivor ? [survivor] : [])].flatMap(({ address, key }, s) =>
    Array.from({ length: writersPerServer }, (_, w) => {
      const name = `r${seed}-s${s}-w${w}`
      const chance = createRandom(seed * 1000 + s * 100 + w)
      return { ofVictim: s === 0, done: writeUntilOver(createClient(address, key), name, chance, round) }
    }),
  )
  // A busy machine may take long to answer at all: the time runs from the first write that was acknowledged.
  const before = ledger.counts.acknowledged
  while (ledger.counts.acknowledged === before) await pause(5)
  const killedAfterMs = random.below(killAfterMsMax)
  await pause(killedAfterMs)
  victim.child.kill('SIGKILL')
  await victim.ended
  await Promise.all(writers.filter(({ ofVictim }) => ofVictim).map(({ done }) => done))
  const lostBySurvivor = ledger.counts.unknown
  isOver = true
  await Promise.all(writers.map(({ done }) => done))
  if (ledger.counts.unknown > lostBySurvivor) ledger.surprises.push('the survivor broke a connection')

  await waitUntilQuiet(env)
  const again = await processes.serve(env)
  const violations = await findViolations(createClient(again.address, again.key), ledger)
  const remains = await findRemains(env)
  await processes.stopAll()
  return { killedAfterMs, violations: [...violations, ...remains] }
}

async function createArena(ledger: Ledger, client: ReturnType<typeof createClient>, name: string) {
  const { body } = await client.call('POST', '/v1/profiles', { body: { projectId: project, name } })
  return recordProfile(ledger, body.id, name, undefined)
}
