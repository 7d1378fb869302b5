import { afterAll, beforeAll, expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { type Engine, type Env, startService, type TestService } from '../harness/service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { type BatchHost, startBatchHost } from './batch-host.ts'

export const path = '/v1/score/batch'
export const respondAsync = { prefer: 'respond-async' }

interface Stage {
  readonly service: TestService
  readonly host: BatchHost
  /** A profile without commits. */
  readonly profile: string
  /** A request for frames `f0`, `f1`, … of these paths of the host. */
  request(paths: readonly string[], more?: object): object
  close(): Promise<void>
}

async function openStage(engine: Engine, env: Env = {}): Promise<Stage> {
  const host = await startBatchHost()
  const service = await startService(engine, { ...loopbackAllowed, ...env })
  const profile = await createProfile(service)
  return {
    service,
    host,
    profile,
    request: (paths, more = {}) => requestOf(profile, host, paths, more),
    async close() {
      await service.stop()
      await host.close()
    },
  }
}

/** One stage for all tests of a `describe` block. Its fields are available once the tests run. */
export function useStage(engine: Engine, env: Env = {}): Omit<Stage, 'close'> {
  let opened: Stage | undefined
  beforeAll(async () => {
    opened = await openStage(engine, env)
  })
  afterAll(() => opened?.close())
  const stage = (): Stage => {
    if (!opened) throw new Error('the stage is not open yet')
    return opened
  }
  return {
    get service() {
      return stage().service
    },
    get host() {
      return stage().host
    },
    get profile() {
      return stage().profile
    },
    request: (...args) => stage().request(...args),
  }
}

export function requestOf(profileId: string, host: BatchHost, paths: readonly string[], more: object = {}): object {
  const frames = paths.map((one, i) => ({ id: `f${i}`, url: host.url(one) }))
  return { profile_id: profileId, frames, dimensions: ['warmth'], ...more }
}

/** This many paths of one kind. */
export function many(count: number, kind: string): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${kind}/${i}`)
}

export function submit(client: Client, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return client.call('POST', path, { body, headers })
}

/** Submits and returns the batch immediately. */
export async function submitAsync(client: Client, body: object, headers: Record<string, string> = {}) {
  const answer = await submit(client, body, { ...respondAsync, ...headers })
  expect(answer.status, answer.text).toBe(202)
  return answer.body
}

export async function batchOf(client: Client, id: string) {
  const answer = await client.call('GET', `${path}/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** The batch, once it has this status. */
export async function untilStatus(client: Client, id: string, status: string) {
  await expect.poll(async () => (await batchOf(client, id)).status).toBe(status)
  return batchOf(client, id)
}

/** Waits until this many frames have results. */
export async function untilCompleted(client: Client, id: string, count: number, timeout = 60_000): Promise<void> {
  const completed = async () => {
    const { counts } = await batchOf(client, id)
    return counts.succeeded + counts.failed
  }
  await expect.poll(completed, { timeout }).toBe(count)
}

export async function cancel(client: Client, id: string): Promise<Answer> {
  return client.call('POST', `${path}/${id}/cancel`)
}

// biome-ignore lint/suspicious/noExplicitAny: like a response body, its shape is what is tested
export type Line = any

/** The lines of a whole response. */
export function linesOf({ status, text }: Answer): readonly Line[] {
  expect(status, text).toBe(200)
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

export async function resultsOf(client: Client, id: string, query = ''): Promise<readonly Line[]> {
  return linesOf(await client.call('GET', `${path}/${id}/results${query}`))
}

/** Progress before the end, sent when the next result takes long. */
export function isInterim({ type, completed, total }: Line): boolean {
  return type === 'progress' && completed < total
}

/** The lines that are results. */
export function scored(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ type }) => type === 'score' || type === 'error')
}

/** Every frame has exactly one result, and sequence numbers have no gaps. */
export function expectEachOnce(lines: readonly Line[], total: number): void {
  const results = scored(lines)
  expect(results.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, i) => i + 1))
  expect(results.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: total }, (_, i) => i),
  )
}

/** A stream that the test reads line by line and can abandon at any time. */
export async function openLines(client: Client, method: 'GET' | 'POST', where: string, body?: object) {
  const leaving = new AbortController()
  const response = await fetch(`${client.url}${where}`, {
    method,
    signal: leaving.signal,
    headers: { authorization: `Bearer ${client.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const pieces = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  async function next(): Promise<Line> {
    while (!text.includes('\n')) {
      const piece = await pieces?.next()
      if (!piece || piece.done) return undefined
      text += piece.value
    }
    const end = text.indexOf('\n')
    const line = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    return line
  }
  return {
    next,
    /** All remaining lines. */
    async rest(): Promise<readonly Line[]> {
      const lines: Line[] = []
      for (let line = await next(); line !== undefined; line = await next()) lines.push(line)
      return lines
    },
    leave: () => leaving.abort(),
  }
}
