import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seedCharactersMax } from '@palate/core/fields.ts'
import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { peoplePerAccountMax } from '@palate/core/people/schema.ts'
import {
  commentBytesPerShareMax,
  lineBreaksPerCommentMax,
  picturesPerShareMax,
  reviewersPerShareMax,
} from '@palate/core/shares/limits.ts'
import { webhooksPerAccountMax } from '@palate/core/webhooks/schema.ts'
import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Schema } from '@palate/server/store/schema.ts'
import sharp from 'sharp'
import type { Client } from '../../tests/harness/client.ts'
import type { Env } from '../../tests/harness/home.ts'
import { sharedFrames } from './bodies.ts'
import { change, copyRows, idOf, must } from './fixture.ts'
import type { Flood } from './flood.ts'
import type { Hold } from './hold-bodies.ts'

export const attackSeconds = 8
/** The attack has reached all its connections by then. */
export const warmUpMs = 2000
const connections = 200
const clickingVisitors = 100
const pauseMs = 20
const heldSockets = 4300
const endlessForms = 300
const auditEntries = 200_000
const partsOfForm = 10_000

interface Attacked {
  readonly attacker: Client
  readonly env: Env
  /** A profile of the attacker. */
  readonly profile: string
}

/** Starts the attack. Returns a function that ends it. */
type Attack = (attacked: Attacked) => Promise<() => Promise<void>>

/** What one key or visitor does, mostly on 200 connections, and what another account does meanwhile. */
export const attacks: Readonly<Record<string, { readonly beside: 'annotation' | 'score'; readonly attack: Attack }>> = {
  'a share with the longest comments, opened without a key': {
    beside: 'annotation',
    attack: async ({ attacker, profile }) => flood(visitorOf(attacker), 'GET', await commentedShare(attacker, profile)),
  },
  'refused answers to that share, without a key': {
    beside: 'annotation',
    attack: async ({ attacker, profile }) => {
      const form = new URLSearchParams({ author: '"'.repeat(10_000) })
      for (let i = 0; i < picturesPerShareMax; i++) form.set(`comment-${i}`, '"'.repeat(1500))
      const path = await commentedShare(attacker, profile)
      return flood(visitorOf(attacker), 'POST', path, form, { isRefused: true })
    },
  },
  [`${clickingVisitors} visitors who click on that share, without a key`]: {
    beside: 'annotation',
    attack: async ({ attacker, profile }) => {
      const path = await commentedShare(attacker, profile)
      const reviewers = Array.from({ length: reviewersPerShareMax }, () => randomBytes(32).toString('base64url'))
      return repeat(clickingVisitors, (i) => {
        const decision = i % 2 === 0 ? 'approve' : 'reject'
        const body = { reviewer: reviewers[i % reviewers.length], picture: i % picturesPerShareMax, decision }
        return attacker.call('POST', `${path}/reviews`, { key: null, body })
      })
    },
  },
  'POST /v1/profiles': {
    beside: 'annotation',
    attack: async ({ attacker }) => flood(attacker, 'POST', '/v1/profiles', { projectId: 'flood', name: 'Flood {n}' }),
  },
  'POST annotations': {
    beside: 'annotation',
    attack: async ({ attacker, profile }) =>
      flood(attacker, 'POST', `/v1/profiles/${profile}/annotations`, {
        constraints: [{ question: 'How should the light fall?', answer: 'softly' }],
      }),
  },
  'GET /v1/events?limit=1000': {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      await copy(env, 'events', 1000, (i) => ({ id: idOf('evt', i) }))
      return flood(attacker, 'GET', '/v1/events?limit=1000')
    },
  },
  'GET /v1/profiles?limit=999, with the longest seeds': {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      await copyProfiles(env)
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
    attack: async ({ attacker, profile }) =>
      holdBodies(attacker, `/v1/profiles/${profile}/annotations`, {
        ...{ sockets: heldSockets, mediaType: 'application/json', start: '{' },
      }),
  },
  [`GET /v1/audit?action=…, with ${auditEntries} entries`]: {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      await must(attacker, 'POST', '/api/api-keys', { name: 'Audited' })
      await copy(env, 'audit_entries', auditEntries, (i) => ({ id: idOf('aud', i) }))
      return flood(attacker, 'GET', '/v1/audit?action=webhook.created&limit=100')
    },
  },
  'palate_profiles over MCP, with a thousand profiles and the longest seeds': {
    beside: 'score',
    attack: async ({ attacker, env }) => {
      await copyProfiles(env)
      const call = { name: 'palate_profiles', arguments: {} }
      return flood(attacker, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    },
  },
  [`forms with ${partsOfForm} parts`]: {
    beside: 'score',
    attack: async ({ attacker, profile }) => {
      const numbers = Array.from({ length: partsOfForm }, (_, i) => i)
      const frames = numbers.map((i) => ({ id: `f${i}`, url: `part:${i}` }))
      const request = JSON.stringify({ profile_id: profile, frames, dimensions: ['brightness'] })
      const parts = [part('request', request), ...numbers.map((i) => part(`${i}`, 'x'))]
      return flood(attacker, 'POST', '/v1/score', new Form(`${parts.join('')}--${boundary}--\r\n`), { clients: 20 })
    },
  },
  [`${endlessForms} forms whose parts never end`]: {
    beside: 'score',
    attack: async ({ attacker }) =>
      holdBodies(attacker, '/v1/score', {
        ...{
          sockets: endlessForms,
          mediaType: formType,
          start: part('request', '').slice(0, -2),
          piece: 'x'.repeat(1000),
        },
      }),
  },
  [`POST /api/people, and each of ${peoplePerAccountMax} people again`]: {
    beside: 'annotation',
    attack: async ({ attacker }) => {
      const people: string[] = []
      for (let i = 0; i < peoplePerAccountMax; i++) {
        const invited = await must(attacker, 'POST', '/api/people', { name: `Person ${i}`, role: 'viewer' })
        people.push(invited.body.person.id)
      }
      const again = repeat(20, (i) => attacker.call('POST', `/api/people/${people[i % people.length]}/invitations`))
      const endList = flood(attacker, 'GET', '/api/people?limit=1000')
      return async () => void (await Promise.all([again(), endList()]))
    },
  },
  'sign-ins with one key': {
    beside: 'annotation',
    attack: async ({ attacker }) => flood(visitorOf(attacker), 'POST', '/api/session', { key: attacker.key }),
  },
  'verdicts on new pictures': {
    beside: 'score',
    attack: async ({ attacker, profile }) => {
      await teach(attacker, profile)
      return flood(attacker, 'POST', '/v1/score', { ...(await newFrame(profile)), verdict: true })
    },
  },
  'regions of new pictures': {
    beside: 'score',
    attack: async ({ attacker, profile }) => {
      await teach(attacker, profile)
      return flood(attacker, 'POST', '/v1/score', { ...(await newFrame(profile)), explain: true, regions: true })
    },
  },
  'regions of 50 known pictures': {
    beside: 'score',
    attack: async ({ attacker, profile }) => {
      await teach(attacker, profile)
      const url = (await pictures(1))[0] ?? ''
      const frames = Array.from({ length: 50 }, (_, i) => ({ id: `f${i}`, url }))
      const body = { profile_id: profile, frames, dimensions: ['aesthetics'], include_working: true }
      return flood(attacker, 'POST', '/v1/score', { ...body, explain: true, regions: true })
    },
  },
}

const boundary = 'boundary'
const formType = `multipart/form-data; boundary=${boundary}`

/** The body of a form, with its parts. */
class Form {
  readonly body: string
  constructor(body: string) {
    this.body = body
  }
}

function part(name: string, content: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
}

/** Somebody without a key. */
function visitorOf({ url }: Client): Pick<Client, 'url'> {
  return { url }
}

/** The path of a share's page with as much text in comments as there may be, in characters that are escaped. */
async function commentedShare(attacker: Client, profile: string): Promise<string> {
  const { url } = (await must(attacker, 'POST', '/v1/shares', sharedFrames(profile))).body
  const path = new URL(url, attacker.url).pathname
  const comment = `${'"\n'.repeat(lineBreaksPerCommentMax)}${'"'.repeat(890)}`
  const count = Math.min(picturesPerShareMax, Math.floor(commentBytesPerShareMax / (2 * comment.length)))
  for (const author of ['A', 'B']) {
    const form = new URLSearchParams({ author })
    for (let i = 0; i < count; i++) form.set(`comment-${i}`, comment)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await fetch(attacker.url + path, { method: 'POST', headers, body: form, redirect: 'manual' })
    if (sent.status !== 303) throw new Error(`the answers got ${sent.status}`)
  }
  return path
}

/** Labels of both sides, so that verdicts try changes. */
async function teach(attacker: Client, profile: string): Promise<void> {
  const urls = await pictures(16)
  const exemplars = urls.map((url, i) => ({ label: i % 2 ? 'good' : 'bad', url }))
  await must(attacker, 'POST', `/v1/profiles/${profile}/annotations`, { exemplars })
}

/** A request for one picture, whose bytes are new each time. */
async function newFrame(profile: string) {
  const url = `${(await pictures(1))[0]}{n}`
  return { profile_id: profile, frames: [{ id: 'f', url }], dimensions: ['aesthetics'], include_working: true }
}

/** Data URLs of JPEGs, light and dark in turns. Characters may follow: decoders ignore what is behind the picture. */
async function pictures(count: number): Promise<readonly string[]> {
  const [width, height] = [640, 400]
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const random = seededRandom(i)
      const pixels = Uint8Array.from({ length: width * height * 3 }, () => random() * 100 + (i % 2) * 150)
      const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
        .blur(8)
        .jpeg()
        .toBuffer()
      const padded = Buffer.concat([jpeg, Buffer.alloc((3 - (jpeg.length % 3)) % 3)])
      return `data:image/jpeg;base64,${padded.toString('base64')}`
    }),
  )
}

const flooder = fileURLToPath(new URL('./flood.ts', import.meta.url))

/** From another process, so that it does not delay what is measured. */
function flood(
  { url, key }: Pick<Client, 'url'> & { readonly key?: string },
  method: Flood['method'],
  path: string,
  body?: object,
  { isRefused = false, clients = connections } = {},
): () => Promise<void> {
  const seconds = attackSeconds + warmUpMs / 1000
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...(body && typeOf(body)) }
  const wanted = {
    url: url + path,
    method,
    headers,
    ...(body && { body: textOf(body) }),
    connections: clients,
    seconds,
  }
  const child = spawn(process.execPath, [flooder], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(wanted satisfies Flood))
  const printed = text(child.stdout)
  return async () => {
    const statuses = Object.keys(JSON.parse(await printed)).map(Number)
    const isWrong = (status: number) => status >= 300 && status < 500 && status !== 429
    if (!isRefused && statuses.some(isWrong)) throw new Error(`the attack on ${path} got ${statuses}`)
  }
}

function typeOf(body: object): { readonly 'content-type': string } {
  if (body instanceof Form) return { 'content-type': formType }
  return {
    'content-type': body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json',
  }
}

function textOf(body: object): string {
  if (body instanceof Form) return body.body
  return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body)
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

function holdBodies({ url, key }: Client, path: string, held: Omit<Hold, 'url' | 'key'>): () => Promise<void> {
  const wanted: Hold = { url: url + path, key, ...held }
  const child: ChildProcess = spawn(process.execPath, [holder, JSON.stringify(wanted)], { stdio: 'ignore' })
  return async () => void child.kill()
}

/** As many profiles as an agent looks through, with the longest seeds. */
function copyProfiles(env: Env): Promise<void> {
  const seed = 's'.repeat(seedCharactersMax)
  const first = copiedProfiles
  copiedProfiles += 1000
  return copy(env, 'profiles', 1000, (i) => ({ id: idOf('prof', first + i), name: `Long ${first + i}`, seed }))
}

let copiedProfiles = 0

/** Copies of the latest row, which is the attacker's. */
async function copy(
  env: Env,
  table: 'events' | 'profiles' | 'audit_entries',
  copies: number,
  changed: (i: number) => object,
): Promise<void> {
  const store = await openStore(readConfig(env), { isSecondary: true })
  const time = (table === 'audit_entries' ? 'at' : 'created_at') as keyof Schema['events']
  const latest = await store.read
    .selectFrom(table as 'events')
    .select('id')
    .orderBy(time, 'desc')
    .executeTakeFirstOrThrow()
  await copyRows(store, table, latest, copies, changed).finally(() => store.close())
}
