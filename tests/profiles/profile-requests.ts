import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'

/** Profile requests of a client. Each fails the test if the service refuses it. */

export async function createProfile(client: Client, wanted: object = {}): Promise<string> {
  const body = { projectId: 'studio', name: `Taste ${randomUUID()}`, ...wanted }
  const answer = await client.call('POST', '/v1/profiles', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

export async function read(client: Client, id: string) {
  return succeed(await client.call('GET', `/v1/profiles/${id}`)).body
}

export async function readExport(client: Client, id: string) {
  return succeed(await client.call('GET', `/v1/profiles/${id}/export`)).body
}

export function patch(client: Client, id: string, body: unknown, headers: Record<string, string> = {}) {
  return client.call('PATCH', `/v1/profiles/${id}`, { body, headers })
}

/** A PATCH of `profileData` that must succeed. */
export async function change(client: Client, id: string, profileData: object): Promise<Answer> {
  return succeed(await patch(client, id, { profileData }))
}

/** A PATCH that must be refused with this status and code and change nothing. Returns the problem. */
export async function refuse(client: Client, id: string, body: unknown, status: number, code: string) {
  const before = await client.call('GET', `/v1/profiles/${id}`)
  const answer = await patch(client, id, body)
  const after = await client.call('GET', `/v1/profiles/${id}`)
  expect(problemOf(answer)).toEqual([status, code])
  expect(after.text).toBe(before.text)
  expect(writesOf(after)).toBe(writesOf(before))
  return answer.body
}

/** The part of the ETag that counts writes. The other one counts what is computed meanwhile. */
function writesOf({ headers }: Answer): string | undefined {
  return headers.get('etag')?.split('-')[0]
}

export interface Commit {
  readonly id: string
  readonly parent?: string | null
  readonly branch?: string
  readonly snapshot?: object
}

/** A new version as sent. By default its state is one constraint whose answer is the version's id. */
export function version({ id, parent = null, branch = 'main', snapshot = stateOf({ c: id }) }: Commit) {
  return { id, branchId: branch, parentVersionId: parent, message: `Commit ${id}`, snapshot }
}

export function commit(client: Client, id: string, wanted: Commit): Promise<Answer> {
  return change(client, id, { versions: [version(wanted)] })
}

/** Sequential commits on a branch. */
export async function commitChain(client: Client, id: string, ids: readonly string[], branch = 'main') {
  let parent = await headOf(client, id, branch)
  const versions = ids.map((one) => {
    const made = version({ id: one, parent, branch })
    parent = one
    return made
  })
  await change(client, id, { versions })
}

export function createBranch(client: Client, id: string, branch: { id: string } & Record<string, unknown>) {
  return change(client, id, { branches: [{ name: branch.id, ...branch }] })
}

export async function headOf(client: Client, id: string, branch = 'main'): Promise<string | null> {
  const { profileData } = await read(client, id)
  return profileData.branches.find((one: { id: string }) => one.id === branch).headVersionId
}

/** A state of constraints alone, `{id: answer}`. */
export function stateOf(answers: Readonly<Record<string, unknown>>) {
  const constraints = Object.entries(answers).map(([id, answer]) => ({ id, question: `${id}?`, answer }))
  return { constraints, exemplars: [], comparisons: [], latentScores: {} }
}

export function merge(client: Client, id: string, body: object) {
  return client.call('POST', `/v1/profiles/${id}/merge`, { body })
}

export function problemOf({ status, body, headers, text }: Answer): readonly [status: number, code: string] {
  expect(headers.get('content-type'), text).toBe('application/problem+json; charset=utf-8')
  expect(body.status).toBe(status)
  return [status, body.code]
}

export function succeed(answer: Answer): Answer {
  expect(answer.status, answer.text).toBe(200)
  return answer
}
