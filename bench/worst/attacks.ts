import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seedCharactersMax } from '@palate/core/fields.ts'
import { webhooksPerAccountMax } from '@palate/core/webhooks/schema.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Client } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import { type Served, serve } from '../harness/serve.ts'
import { oneFrame } from './bodies.ts'
import { change, copyRows, idOf, must, newAccount, newProfile } from './fixture.ts'
import type { Flood } from './flood.ts'
import type { Hold } from './hold-bodies.ts'

const connections = 200
const idleRounds = 40
const attackSeconds = 8
/** The attack has reached all its connections by then. */
const warmUpMs = 2000
const pauseMs = 20
const ratioMax = 3
const waitMsMax = 200
const heldSockets = 4300

interface Attacked {
  readonly attacker: Served
  readonly env: Env
  /** A profile of the attacker. */
  readonly profile: string
}

/** Starts the attack. Returns a function that ends it. */
type Attack = (attacked: Attacked) => Promise<() => Promise<void>>

/** What one key does on 200 connections, and what another account does meanwhile. */
const attacks: Readonly<Record<string, { readonly beside: 'annotation' | 'score'; readonly attack: Attack }>> = {
  'POST /v1/profiles': {
    beside: 'annotation',
    attack: async ({ attacker }) => flood(attacker, 'POST', '/v1/profiles', { projectId: 'flood', name: 'Flood {n}' }),
  },
  'POST annotations': {
    beside: 'annotation',
    attack: async ({ attacker, profile }) => flood(attacker, 'POST', `/v1/profiles/${profile}/annotations`, constraint),
  },
  'GET /v1/events?limit=1000': {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      await copy(env, 'events', (i) => ({ id: idOf('evt', i) }))
      return flood(attacker, 'GET', '/v1/events?limit=1000')
    },
  },
  'GET /v1/profiles?limit=999, with the longest seeds': {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      const seed = 's'.repeat(seedCharactersMax)
      await copy(env, 'profiles', (i) => ({ id: idOf('prof', i), name: `Long ${i}`, seed }))
      return flood(attacker, 'GET', '/v1/profiles?limit=999')
    },
  },
  'events for 1,000 webhooks to hosts that do not resolve': {
    beside: 'annotation',
    attack: async ({ attacker }) => {
      const url = (i: number) => `https://host-${i}.invalid/hook`
      for (let i = 0; i < webhooksPerAccountMax; i++) {
        await must(attacker, 'POST', '/v1/webhooks', { url: url(i), events: ['*'] })
      }
      return repeat(1, (i) => attacker.call('POST', '/v1/profiles', { body: { projectId: 'p', name: `Event ${i}` } }))
    },
  },
  'briefs and diagnostics of an answer of 900 kB': {
    beside: 'annotation',
    attack: async ({ attacker, profile }) => {
      const answer = 'warm calm quiet light, bold contrast; '.repeat(23_000)
      await change(attacker, profile, { workingChanges: { constraints: [{ question: 'What do you like?', answer }] } })
      return repeat(8, (i) => {
        const part = i % 2 === 0 ? 'brief' : 'diagnostics'
        return attacker.call('GET', `/v1/profiles/${profile}/${part}?include_working=true`)
      })
    },
  },
  [`${heldSockets} connections with one byte of a body each`]: {
    beside: 'score',
    attack: async ({ attacker, profile }) => holdBodies(attacker, `/v1/profiles/${profile}/annotations`),
  },
}

const constraint = { constraints: [{ question: 'How should the light fall?', answer: 'softly' }] }

/** How long another account waits for an annotation or a cached score while one key attacks. */
export async function measureAttacks(env: Env, only = ''): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const [name, { beside, attack }] of Object.entries(attacks)) {
    if (!name.includes(only)) continue
    const attacker = await serve(env)
    try {
      const visit = await visitor(attacker.as(await newAccount(env)), beside)
      const profile = await newProfile(attacker)
      await change(attacker, profile, { budget: { questions: { total: 1_000_000 } } })
      const idle = await visits(visit, idleRounds)
      const end = await attack({ attacker, env, profile })
      await pause(warmUpMs)
      const until = performance.now() + attackSeconds * 1000
      const besideIt: Visits = { tookMs: [], refused: 0 }
      while (performance.now() < until) add(besideIt, await visits(visit, 1))
      await end()
      lines.push(lineOf(`${beside} beside ${name}`, idle, besideIt))
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
  const body = beside === 'score' ? { ...oneFrame(profile), dimensions: ['brightness'] } : constraint
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

function lineOf(what: string, idle: Visits, beside: Visits): Line {
  const [usual, waited] = [median(idle.tookMs), median(beside.tookMs)]
  const ratio = (waited / usual).toFixed(1)
  const longest = ms(Math.max(...beside.tookMs))
  const { length } = beside.tookMs
  return {
    what,
    figure: `${ms(usual)} → ${ms(waited)} (${ratio}×), longest ${longest}, ${beside.refused} of ${length} refused`,
    target: `${ratioMax}×, ${waitMsMax} ms, none refused`,
    met: waited <= ratioMax * usual && waited <= waitMsMax && beside.refused === 0,
  }
}

const flooder = fileURLToPath(new URL('./flood.ts', import.meta.url))

/** From another process, so that it does not delay what is measured. */
function flood({ url, key }: Client, method: Flood['method'], path: string, body?: object): () => Promise<void> {
  const seconds = attackSeconds + warmUpMs / 1000
  const wanted = { url: url + path, key, method, ...(body && { body: JSON.stringify(body) }), connections, seconds }
  const child = spawn(process.execPath, [flooder, JSON.stringify(wanted satisfies Flood)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = text(child.stdout)
  return async () => {
    const statuses = Object.keys(JSON.parse(await printed)).map(Number)
    if (statuses.some((status) => status >= 300 && status < 500)) throw new Error(`the attack got ${statuses}`)
  }
}

/** Repeats a request in several loops, which pause briefly in between. */
function repeat(loops: number, request: (i: number) => Promise<unknown>): () => Promise<void> {
  let isOver = false
  let count = 0
  const running = Array.from({ length: loops }, async () => {
    while (!isOver) {
      await request(count++)
      await pause(pauseMs)
    }
  })
  return async () => {
    isOver = true
    await Promise.all(running)
  }
}

const holder = fileURLToPath(new URL('./hold-bodies.ts', import.meta.url))

function holdBodies({ url, key }: Client, path: string): () => Promise<void> {
  const wanted: Hold = { url: url + path, key, sockets: heldSockets }
  const child = spawn(process.execPath, [holder, JSON.stringify(wanted)], { stdio: 'ignore' })
  return async () => void child.kill()
}

/** A thousand copies of the latest row, which is the attacker's. */
async function copy(env: Env, table: 'events' | 'profiles', changed: (i: number) => object): Promise<void> {
  const store = await openStore(readConfig(env), { isSecondary: true })
  const latest = await store.read.selectFrom(table).select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  await copyRows(store, table, latest, 1000, changed).finally(() => store.close())
}
