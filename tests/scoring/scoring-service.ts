import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import {
  type Engine,
  type Env,
  type Home,
  type ServiceOptions,
  startService,
  type TestService,
} from '../harness/service.ts'
import { commit, createProfile, headOf } from '../profiles/profile-requests.ts'
import { type PictureHost, startPictureHost } from './picture-host.ts'
import { type Mood, paint } from './pictures.ts'

export const loopbackAllowed: Env = { PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }

/** A service that may fetch from the loopback, and a picture host there. */
export interface Stage {
  readonly service: TestService
  readonly host: PictureHost
  /** Adds a new picture to the host and returns its URL. */
  picture(mood: Mood, seed: number): Promise<string>
  close(): Promise<void>
}

export async function openStage(
  engine: Engine,
  env: Env = {},
  home?: Home,
  options: ServiceOptions = {},
): Promise<Stage> {
  const host = await startPictureHost()
  const service = await startService(engine, { ...loopbackAllowed, ...env }, home, options)
  return {
    service,
    host,
    async picture(mood, seed) {
      const name = `${mood}-${seed}.png`
      host.show(name, { bytes: await paint({ mood, seed }) })
      return host.url(name)
    },
    async close() {
      await service.stop()
      await host.close()
    },
  }
}

export interface Frame {
  readonly id: string
  readonly url: string
}

export function askScore(client: Client, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return client.call('POST', '/v1/score', { body: { dimensions: ['aesthetics'], ...body }, headers })
}

/** The scores of the frames. Fails the test unless the response is complete. */
export async function scoresOf(client: Client, profileId: string, frames: readonly Frame[], more: object = {}) {
  const answer = await askScore(client, { profile_id: profileId, frames, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.scores
}

/** One picture's score in one dimension. */
export async function scoreOf(
  client: Client,
  profileId: string,
  url: string,
  { dimension = 'aesthetics', ...more }: { dimension?: string; [member: string]: unknown } = {},
): Promise<number> {
  const [score] = await scoresOf(client, profileId, [{ id: 'one', url }], { dimensions: [dimension], ...more })
  expect(score, JSON.stringify(score)).toEqual({ frame_id: 'one', [dimension]: expect.any(Number) })
  return score[dimension]
}

/** Creates a profile with these elements in one commit, `v1`. */
export async function profileWith(client: Client, elements: object, wanted: object = {}): Promise<string> {
  const id = await createProfile(client, wanted)
  await commitElements(client, id, 'v1', elements)
  return id
}

/** Commits these elements as the whole state of `main`. */
export async function commitElements(client: Client, id: string, versionId: string, elements: object): Promise<void> {
  const snapshot = { constraints: [], exemplars: [], comparisons: [], ...elements }
  await commit(client, id, { id: versionId, parent: await headOf(client, id), snapshot })
}

export async function diagnose(client: Client, id: string, query = '') {
  const answer = await client.call('GET', `/v1/profiles/${id}/diagnostics${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
