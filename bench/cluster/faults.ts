import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../tests/chaos/random.ts'
import type { Cluster, Member } from './cluster.ts'

const outageMsMax = 3_000
const pauseMsMax = 4_000

/** What happened, and when, in `performance.now()`. */
export interface Fault {
  readonly what: string
  readonly atMs: number
  /** When everything was running again. */
  readonly readyMs: number
}

/** Kills a random process again and again, and once PostgreSQL, half way. Starts each again before the next. */
export async function strikeFor(cluster: Cluster, random: Random, seconds: number): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  const startedMs = performance.now()
  const elapsed = () => (performance.now() - startedMs) / 1000
  const strikeUntil = async (untilSeconds: number) => {
    while (elapsed() < untilSeconds) {
      await pause(random.below(pauseMsMax))
      faults.push(await killMember(cluster, random))
    }
  }
  await strikeUntil(seconds / 2)
  faults.push(await killDatabase(cluster, random))
  await strikeUntil(seconds)
  return faults
}

async function killMember({ members }: Cluster, random: Random): Promise<Fault> {
  const member = random.pick(members as [Member, ...Member[]])
  const atMs = performance.now()
  await member.kill()
  await member.start()
  return { what: `${names[member.role]} killed`, atMs, readyMs: performance.now() }
}

const names = { api: 'API process', worker: 'worker' }

async function killDatabase({ postgres }: Cluster, random: Random): Promise<Fault> {
  const atMs = performance.now()
  await postgres.crash()
  await pause(random.below(outageMsMax))
  await postgres.restart()
  return { what: 'PostgreSQL killed', atMs, readyMs: performance.now() }
}

/** Replaces each process: stops it with SIGTERM while the others serve, and starts it again. */
export async function restartAll({ members }: Cluster): Promise<Fault & { readonly codes: readonly unknown[] }> {
  const atMs = performance.now()
  const codes: unknown[] = []
  for (const member of members) {
    codes.push(await member.stop())
    await member.start()
  }
  return { what: 'rolling restart', atMs, readyMs: performance.now(), codes }
}
