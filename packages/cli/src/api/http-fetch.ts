import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { version } from '@palate/server/platform/version.ts'

const always = { accept: '*/*', 'user-agent': `palate/${version}` }
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/**
 * What the client needs of `fetch`, over Node's own HTTP client: loading and starting the one behind the global `fetch` takes
 * longer than all the rest of a short command. What this one cannot do is left to that one: uploads, redirects and addresses
 * of other kinds.
 */
export const httpFetch: typeof fetch = async (input, init = {}) => {
  const { body = null } = init
  const address = typeof input === 'string' ? URL.parse(input) : null
  if (address === null || !isPlain(address) || (body !== null && typeof body !== 'string')) return fetch(input, init)
  const message = await send(address, init, body).catch((cause) => {
    throw new TypeError('fetch failed', { cause })
  })
  if (!isRedirect(message.statusCode ?? 0)) return responseOf(message, address)
  message.destroy()
  return fetch(input, init)
}

function isPlain({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

function send(address: URL, { method = 'GET', headers, signal }: RequestInit, body: string | null) {
  // Not by `import`, which reads every export and so loads what this file avoids.
  const { request } = process.getBuiltinModule(address.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...always, ...(headers as Readonly<Record<string, string>>) }
    request(address, { method, headers: sent, ...(signal && { signal }) }, resolve)
      .on('error', reject)
      .end(body ?? undefined)
  })
}

/** A part of a Response, because making a whole one loads the client behind `fetch`, too. */
function responseOf(message: IncomingMessage, { href }: URL): Response {
  const status = message.statusCode ?? 0
  const text = async () => (await buffer(message)).toString('utf8')
  const response: Partial<Response> = {
    url: href,
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => message.headers[name.toLowerCase()]?.toString() ?? null } as Headers,
    text,
    json: async () => JSON.parse(await text()),
    blob: async () => new Blob([await buffer(message)], { type: message.headers['content-type'] ?? '' }),
    get body() {
      return Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>
    },
  }
  return response as Response
}
