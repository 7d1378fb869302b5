import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../harness/client.ts'
import type { Env } from '../harness/home.ts'
import type { createProcesses } from '../harness/processes.ts'
import { type Ledger, recordProfile } from './ledger.ts'
import { findPartialWrites, waitUntilQuiet } from './partial-writes.ts'
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
  /** With two, one is killed and the other keeps running. */
  readonly servers: 1 | 2
}

export interface RoundResult {
  readonly killedAfterMs: number
  readonly violations: readonly string[]
}

/** Kills a server while several clients write, starts it again and compares the service with the ledger. */
export async function runRound({ env: bare, processes, ledger, seed, servers }: RoundPlan): Promise<RoundResult> {
  const env = { ...bare, PALATE_RATE_LIMIT: '1000000', PALATE_LOG_LEVEL: 'warn' }
  const random = createRandom(seed)
  const victim = await processes.serve(env)
  const survivor = servers === 2 ? await processes.serve(env) : undefined
  const sharedProfile = await createSharedProfile(ledger, createClient(victim.address, victim.key), `shared-${seed}`)

  let isOver = false
  const round = { ledger, sharedProfile, isOver: () => isOver }
  const writers = [victim, ...(survivor ? [survivor] : [])].flatMap(({ address, key }, s) =>
    Array.from({ length: writersPerServer }, (_, w) => {
      const name = `r${seed}-s${s}-w${w}`
      const chance = createRandom(seed * 1000 + s * 100 + w)
      return { ofVictim: s === 0, done: writeUntilOver(createClient(address, key), name, chance, round) }
    }),
  )
  // Count from the first acknowledged write, because on a busy machine the first answer may take long.
  const before = ledger.counts.acknowledged
  while (ledger.counts.acknowledged === before) await pause(5)
  const killedAfterMs = random.below(killAfterMsMax)
  await pause(killedAfterMs)
  victim.child.kill('SIGKILL')
  await victim.ended
  await Promise.all(writers.filter(({ ofVictim }) => ofVictim).map(({ done }) => done))
  const unknownBefore = ledger.counts.unknown
  isOver = true
  await Promise.all(writers.map(({ done }) => done))
  if (ledger.counts.unknown > unknownBefore) ledger.unexpectedAnswers.push('the surviving server broke a connection')

  await waitUntilQuiet(env)
  const restarted = await processes.serve(env)
  const violations = await findViolations(createClient(restarted.address, restarted.key), ledger)
  const partialWrites = await findPartialWrites(env)
  await processes.stopAll()
  return { killedAfterMs, violations: [...violations, ...partialWrites] }
}

async function createSharedProfile(ledger: Ledger, client: ReturnType<typeof createClient>, name: string) {
  const { body } = await client.call('POST', '/v1/profiles', { body: { projectId: project, name } })
  return recordProfile(ledger, body.id, name, undefined)
}
