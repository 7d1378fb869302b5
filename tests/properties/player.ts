import fc from 'fast-check'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'
import { version } from '../profiles/profile-requests.ts'

const kinds = [
  'create',
  'create',
  'create',
  'rename',
  'commit',
  'commit',
  'branch',
  'merge',
  'deleteBranch',
  'deleteProfile',
  'list',
  'page',
  'get',
  'history',
  'diff',
  'copy',
  'createKey',
  'revokeKey',
  'rotateKey',
  'listKeys',
  'projects',
] as const

export const playWish = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(100), b: fc.nat(100) })
export type PlayWish = typeof playWish extends fc.Arbitrary<infer Value> ? Value : never

/** A client that changes its own data and keeps a transcript of every response. */
export interface Player {
  readonly client: Client
  readonly projectId: string
  readonly profiles: string[]
  readonly keys: string[]
  /** Every response in order, with ids, times and secrets replaced by names that are the same in every run. */
  readonly transcript: unknown[]
  readonly requests: () => number
  play(wish: PlayWish): Promise<void>
  /** Adds everything that the player can read to the transcript. */
  lookAround(): Promise<void>
}

export function createPlayer(client: Client, projectId: string, idempotencyPrefix: string): Player {
  const profiles: string[] = []
  const keys: string[] = []
  const transcript: unknown[] = []
  const rename = createRenamer()
  let requests = 0

  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    requests += 1
    const answer = await client.call(method, path, { body, headers })
    transcript.push([method, rename(path), answer.status, answer.headers.get('etag'), rename(answer.text)])
    return answer
  }
  const post = async (path: string, body: object, kept: string[], idempotencyKey?: string) => {
    const answer = await ask('POST', path, body, idempotencyKey ? { 'idempotency-key': idempotencyKey } : {})
    const { id } = answer.body
    if (answer.status === 201 && !kept.includes(id)) kept.push(id)
  }
  const pick = (from: readonly string[], n: number) => from[n % Math.max(1, from.length)] ?? 'none'

  const plays: Record<PlayWish['kind'], (a: number, b: number) => Promise<unknown>> = {
    create: (a, b) =>
      post(
        '/v1/profiles',
        { projectId, name: `Taste ${a % 6}` },
        profiles,
        b % 2 ? `${idempotencyPrefix}${a % 6}` : undefined,
      ),
    rename: (a, b) => ask('PATCH', `/v1/profiles/${pick(profiles, a)}`, { name: `Taste ${b % 6}`, seed: `Seed ${b}` }),
    commit: async (a, b) => {
      const path = `/v1/profiles/${pick(profiles, a)}`
      const { body } = await ask('GET', `${path}?snapshots=omit`)
      const branch = pick(
        (body.profileData?.branches ?? []).map((one: { id: string }) => one.id),
        b,
      )
      const parent = body.profileData?.branches?.find((one: { id: string }) => one.id === branch)?.headVersionId ?? null
      const made = version({ id: `v${body.profileData?.versions?.length ?? 0}`, branch, parent })
      await ask('PATCH', path, { profileData: { versions: [made] } })
    },
    branch: (a, b) => ask('PATCH', `/v1/profiles/${pick(profiles, a)}`, branchPatch(`b${b % 3}`)),
    merge: (a, b) =>
      ask('POST', `/v1/profiles/${pick(profiles, a)}/merge`, {
        sourceBranchId: `b${b % 3}`,
        targetBranchId: 'main',
        strategy: 'theirs',
      }),
    deleteBranch: (a, b) => ask('DELETE', `/v1/profiles/${pick(profiles, a)}/branches/b${b % 3}`),
    deleteProfile: (a) => ask('DELETE', `/v1/profiles/${pick(profiles, a)}`),
    list: () => ask('GET', `/v1/profiles?projectId=${projectId}`),
    page: async () => {
      const { body } = await ask('GET', '/v1/profiles?limit=2')
      if (body.nextCursor) await ask('GET', `/v1/profiles?limit=2&cursor=${encodeURIComponent(body.nextCursor)}`)
    },
    get: (a) => ask('GET', `/v1/profiles/${pick(profiles, a)}`),
    history: (a) => ask('GET', `/v1/profiles/${pick(profiles, a)}/versions?branchId=main`),
    diff: (a, b) => ask('GET', `/v1/profiles/${pick(profiles, a)}/diff?from=main&to=b${b % 3}`),
    copy: async (a, b) => {
      const { status, body } = await ask('GET', `/v1/profiles/${pick(profiles, a)}/export`)
      if (status === 200) await post('/v1/profiles/import', { ...body, name: `Copy ${b % 4}` }, profiles)
    },
    createKey: (a) => post('/api/api-keys', { name: `Key ${a}` }, keys),
    revokeKey: (a) => ask('DELETE', `/api/api-keys?id=${pick(keys, a)}`),
    rotateKey: (a) => post(`/api/api-keys/rotate?id=${pick(keys, a)}`, {}, keys),
    listKeys: () => ask('GET', '/api/api-keys'),
    projects: () => ask('GET', '/api/projects'),
  }

  return {
    client,
    projectId,
    profiles,
    keys,
    transcript,
    requests: () => requests,
    async play({ kind, a, b }) {
      await plays[kind](a, b)
    },
    async lookAround() {
      const { body } = await ask('GET', '/v1/profiles')
      for (const { id } of body.profiles) await ask('GET', `/v1/profiles/${id}/export`)
      await ask('GET', '/api/projects')
      await ask('GET', '/api/api-keys')
    },
  }
}

function branchPatch(id: string) {
  return { profileData: { branches: [{ id, name: id, createdAt: '2026-01-01T00:00:00Z' }] } }
}

/** Replaces what differs from run to run by names in order of appearance. */
function createRenamer(): (text: string) => string {
  const names = new Map<string, string>()
  const nameOf = (one: string) => {
    const name = names.get(one) ?? `<${one.split('_')[0]} ${names.size}>`
    names.set(one, name)
    return name
  }
  return (text) =>
    text
      .replace(/"requestId":"[^"]*"/g, '"requestId":""')
      .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":""')
      .replace(/cursor=.*/, 'cursor=')
      .replace(/"usageCount":\d+/g, '"usageCount":0')
      .replace(/plt_[0-9A-Za-z]+/g, '<secret>')
      .replace(/\b(?:prof|key|ver)_[0-9a-f]{32}/g, nameOf)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
}
