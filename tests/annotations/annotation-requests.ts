import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Client } from '../harness/client.ts'

/** Annotation requests of a client. */

export function annotate(
  client: Pick<Client, 'call'>,
  id: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  return client.call('POST', `/v1/profiles/${id}/annotations`, { body, headers })
}

/** Adds elements. Must succeed. */
export async function add(client: Pick<Client, 'call'>, id: string, body: object): Promise<Answer> {
  const answer = await annotate(client, id, body)
  expect(answer.status, answer.text).toBe(201)
  return answer
}

export function takeBack(client: Pick<Client, 'call'>, id: string, elementId: string): Promise<Answer> {
  return client.call('DELETE', `/v1/profiles/${id}/annotations/${encodeURIComponent(elementId)}`)
}

export function question(id: string, answer: unknown = 'yes') {
  return { id, question: `${id}?`, answer }
}

export function label(id: string) {
  return { id, label: 'good', url: `https://pictures.test/${id}.png` }
}

export function comparison(id: string) {
  return { id, frameA: 'a', frameB: 'b', winner: 'a' }
}
