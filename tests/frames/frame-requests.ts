import { expect } from 'vitest'
import type { Answer } from '../harness/answer.ts'
import type { Ask, Client } from '../harness/client.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** Uploads the raw bytes. */
export function upload(
  client: Client,
  bytes: Uint8Array,
  { project = 'studio', type = 'image/png', headers = {} } = {},
) {
  return client.call('POST', `/api/frames/upload?projectId=${project}`, {
    raw: new Uint8Array(bytes),
    headers: { 'content-type': type, ...headers },
  })
}

/** Uploads a form with these parts. */
export function uploadForm(
  client: Client,
  parts: readonly Part[],
  { project = 'studio', headers = {} }: { project?: string; headers?: Ask['headers'] } = {},
): Promise<Answer> {
  return client.call('POST', `/api/frames/upload?projectId=${project}`, {
    raw: formOf(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
  })
}

export interface Part {
  readonly field?: string
  /** Without it the part is a field, not a file. */
  readonly name?: string
  readonly bytes: Uint8Array
}

export const boundary = 'a-boundary'

/** A hand-written form, so that names are sent unescaped. */
export function formOf(parts: readonly Part[]): Bytes {
  const pieces = parts.flatMap(({ field = 'file', name, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
    ),
    Buffer.from(name === undefined ? '\r\n' : 'Content-Type: image/png\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
  return new Uint8Array(Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]))
}

/** The frame that an upload created or found. */
export async function frameOf(client: Client, bytes: Uint8Array, project = 'studio') {
  const { status, body, text } = await upload(client, bytes, { project })
  expect([200, 201], text).toContain(status)
  return body as { readonly id: string; readonly url: string }
}

/** The bytes of a response; the harness reads responses as text. */
export async function getBytes({ url, key }: Client, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
