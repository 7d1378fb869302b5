import { expect } from 'vitest'
import type { Client } from '../harness/client.ts'
import { paint } from '../scoring/pictures.ts'

/** A picture as a data URL. */
export async function picture(seed: number): Promise<string> {
  return `data:image/png;base64,${(await paint({ mood: 'warm', seed })).toString('base64')}`
}

/** Creates a share, and returns it with the path of its link. */
export async function createShare(client: Client, body: object) {
  const made = await client.call('POST', '/v1/shares', { body })
  expect(made.status, made.text).toBe(201)
  return { ...made.body, path: made.body.url as string }
}

/** What a visitor does: no key and no cookie. */
export const visit = (client: Client, path: string) => client.call('GET', path, { key: null })

export function answer(client: Client, path: string, fields: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return client.call('POST', path, { key: null, headers, raw: new URLSearchParams(fields).toString() })
}
