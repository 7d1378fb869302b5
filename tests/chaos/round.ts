import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../harness/home.ts'
import type { Postgres } from '../harness/postgres.ts'
import type { createProcesses } from '../harness/processes.ts'
import type { Failure } from './failures.ts'
import { createLedger, type Ledger, recordProfile } from './ledger.ts'
import { findPartialWrites, waitUntilQuiet } from './partial-writes.ts'
import { createRandom } from './random.ts'
import { type Server, startServer } from './server.ts'
import { findViolations } from './violations.ts'
import { writeUntilOver } from './writer.ts'

const writersPerServer = 5
const strikeAfterMsMax = 1500
const recoveryMsMax = 60_000

export interface RoundPlan {
  readonly env: Env
  readonly processes: ReturnType<typeof createProcesses>
  /** Undefined on SQLite, and if no failure kills it. */
  readonly postgres?: Postgres | undefined
  readonly failure: Failure
  readonly seed: number
  /** Left running by the previous round; without it, the round starts a server. */
  readonly server?: Server | undefined
}

export interface RoundResult {
  readonly ledger: Ledger
  readonly violations: readonly string[]
  /** Keeps running for the next round. */
  readonly server: Server
}

/** Lets several clients write while something fails, starts the server again and compares it with the ledger. */
export async function runRound({
  env,
  processes,
  postgres,
  failure,
  seed,
  ...before
}: RoundPlan): Promise<RoundResult> {
  const random = createRandom(seed)
  const ledger = createLedger(`chaos-${seed}`)
  const server = before.server ?? (await startServer(processes, env))
  const survivor = failure.servers === 2 ? await startServer(processes, env) : undefined
  const sharedProfile = await createSharedProfile(ledger, server)

  let isOver = false
  const round = { ledger, sharedProfile, isOver: () => isOver }
  const startWriters = ({ client }: Server, s: number) =>
    Array.from({ length: writersPerServer }, (_, w) =>
      writeUntilOver(client, `r${seed}-s${s}-w${w}`, createRandom(seed * 1000 + s * 100 + w), round),
    )
  const writers = startWriters(server, 0)
  const writersOfSurvivor = survivor ? startWriters(survivor, 1) : []

  await nextAcknowledged(ledger)
  await pause(random.below(strikeAfterMsMax))
  await failure.strike({ server, random, postgres })
  const hasRecovered = failure.killsServer || (await nextAcknowledged(ledger))
  isOver = true
  await Promise.all(writers)
  const unanswered = (await Promise.all(writersOfSurvivor)).reduce((sum, one) => sum + one, 0)
  const code = failure.killsServer ? 0 : await server.stop()

  const survived = (await survivor?.stop()) ?? 0
  await waitUntilQuiet(env)
  const restarted = await startServer(processes, env)
  const violations = await findViolations(restarted.client, ledger).catch((error: Error) => [
    `the service could not be compared with the ledger: ${error.cause ?? error}`,
  ])
  const partialWrites = await findPartialWrites(env)
  return {
    ledger,
    server: restarted,
    violations: [
      ...(hasRecovered ? [] : [`no write was acknowledged for ${recoveryMsMax} ms after the failure`]),
      ...(unanswered === 0 ? [] : ['the surviving server left requests without an answer']),
      ...[code, survived].filter((one) => one !== 0).map((one) => `a server ended with ${one} at SIGTERM`),
      ...violations,
      ...partialWrites,
    ],
  }
}

/** Resolves at the next acknowledged write, which may take long on a busy machine. False if there is none. */
async function nextAcknowledged({ counts }: Ledger): Promise<boolean> {
  const before = counts.acknowledged
  for (let waitedMs = 0; counts.acknowledged === before; waitedMs += 5) {
    if (waitedMs >= recoveryMsMax) return false
    await pause(5)
  }
  return true
}

async function createSharedProfile(ledger: Ledger, { client }: Server) {
  const name = 'shared'
  const { body } = await client
    .call('POST', '/v1/profiles', { body: { projectId: ledger.project, name } })
    .catch((cause) => {
      throw new Error('the first request of a round was not answered', { cause })
    })
  return recordProfile(ledger, body.id, name, undefined)
}
