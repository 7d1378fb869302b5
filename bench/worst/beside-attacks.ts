import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import { attackSeconds, attacks, warmUpMs } from './attacks.ts'
import { oneFrame } from './bodies.ts'
import { change, must, newAccount, newProfile } from './fixture.ts'
import { serveWithHolds } from './service.ts'

const idleRounds = 40
const pauseMs = 20
const ratioMax = 3
const waitMsMax = 200

/** How long another account waits for an annotation or a cached score while one key attacks. */
export async function measureAttacks(env: Env, only = ''): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const [name, { beside, attack }] of Object.entries(attacks)) {
    if (!name.includes(only)) continue
    const attacker = await serveWithHolds(env)
    try {
      const visit = await visitor(attacker.as(await newAccount(env)), beside)
      const profile = await newProfile(attacker)
      await change(attacker, profile, { budget: { questions: { total: 1_000_000 } } })
      const idle = await visits(visit, idleRounds)
      const end = await attack({ attacker, env, profile })
      await pause(warmUpMs)
      await attacker.readHold()
      const until = performance.now() + attackSeconds * 1000
      const besideIt: Visits = { tookMs: [], refused: 0 }
      while (performance.now() < until) add(besideIt, await visits(visit, 1))
      const { processorMs } = await attacker.readHold()
      await end()
      lines.push(lineOf(`${beside} beside ${name}`, idle, besideIt, processorMs))
    } finally {
      await attacker.stop()
    }
  }
  return lines
}

interface Visits {
  readonly tookMs: number[]
  refused: number
}

function add(all: Visits, { tookMs, refused }: Visits): void {
  all.tookMs.push(...tookMs)
  all.refused += refused
}

/** A request of the other account, on a connection of its own each time. */
async function visitor(client: Client, beside: 'annotation' | 'score'): Promise<() => Promise<number>> {
  const profile = await newProfile(client)
  await change(client, profile, { budget: { questions: { total: 1_000_000 } } })
  const path = beside === 'score' ? '/v1/score' : `/v1/profiles/${profile}/annotations`
  const body =
    beside === 'score'
      ? { ...oneFrame(profile), dimensions: ['brightness'] }
      : { constraints: [{ question: 'How should the light fall?', answer: 'softly' }] }
  await must(client, 'POST', path, body)
  return async () => {
    const answer = await client.call('POST', path, { body, headers: { connection: 'close' } }).catch(() => undefined)
    return answer?.status ?? 0
  }
}

async function visits(visit: () => Promise<number>, rounds: number): Promise<Visits> {
  const made: Visits = { tookMs: [], refused: 0 }
  for (let i = 0; i < rounds; i++) {
    made.tookMs.push(
      await timed(async () => {
        const status = await visit()
        if (status >= 300 || status === 0) made.refused += 1
      }),
    )
    await pause(pauseMs)
  }
  return made
}

/** `heldMs` is the most processor time that the event loop took in one turn. */
function lineOf(what: string, idle: Visits, beside: Visits, heldMs: number): Line {
  const [usual, waited] = [median(idle.tookMs), median(beside.tookMs)]
  const ratio = (waited / usual).toFixed(1)
  const longest = ms(Math.max(...beside.tookMs))
  const { length } = beside.tookMs
  return {
    what,
    figure: `${ms(usual)} → ${ms(waited)} (${ratio}×), longest ${longest}, ${beside.refused} of ${length} refused, held ${ms(heldMs)}`,
    target: `${ratioMax}×, ${waitMsMax} ms, none refused`,
    met: waited <= ratioMax * usual && waited <= waitMsMax && beside.refused === 0,
  }
}
