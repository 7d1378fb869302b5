import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { version } from '@palate/server/platform/version.ts'

const always = { accept: '*/*', 'user-agent': `palate/${version}` }
const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/**
 * The parts of `fetch` that the client needs, on top of Node's own HTTP client: loading the implementation behind the
 * global `fetch` takes longer than the rest of a short command. Falls back to the global `fetch` for uploads, redirects
 * and other kinds of URLs.
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
  // Not `import`, which reads every export and so loads what this file avoids.
  const { request } = process.getBuiltinModule(address.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...always, ...(headers as Readonly<Record<string, string>>) }
    request(address, { method, headers: sent, ...(signal && { signal }) }, resolve)
      .on('error', reject)
      .end(body ?? undefined)
  })
}

/** Part of a Response, because creating a real one loads the implementation behind `fetch`. */
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
