import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (response: ServerResponse, request: IncomingMessage) => void

/** What an identity provider does wrong, on purpose. Everything is right by default. */
export interface Forgery {
  /** Instead of, or added to, the claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>
  userinfo?: Readonly<Record<string, unknown>>
  /** Members of its description. */
  description?: Readonly<Record<string, unknown>>
  /** Responses by path, such as `/token`. */
  respond?: Readonly<Record<string, Respond>>
  /** Signs with a key that it does not publish. */
  signsWithOtherKey?: boolean
}

export interface ForgedProvider {
  readonly issuer: string
  forgery: Forgery
  readonly requests: string[]
  /** What the browser would do at the provider: the address that the provider leads it back to. */
  authorize(url: string): string
  stop(): Promise<void>
}

const seconds = () => Math.floor(Date.now() / 1000)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An identity provider that answers as a test says, and signs in whoever asks without a question. */
export async function startForgedProvider(port = 0): Promise<ForgedProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, URLSearchParams>()
  const requests: string[] = []
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', issuer).pathname
    requests.push(path)
    const forged = provider.forgery.respond?.[path]
    if (forged) return forged(response, request)
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/openid-configuration')
      return void json({ ...description, ...provider.forgery.description })
    if (path === '/jwks')
      return void json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] })
    if (path === '/userinfo')
      return void json({ sub: provider.forgery.claims?.sub ?? 'ada', ...provider.forgery.userinfo })
    const body = new URLSearchParams(await textOf(request))
    const asked = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (asked?.get('code_challenge') !== challenge) return void json({ error: 'invalid_grant' }, 400)
    const claims = {
      ...{ iss: issuer, sub: 'ada', aud: 'palate', exp: seconds() + 60, iat: seconds(), nonce: asked.get('nonce') },
      ...{ name: 'Ada', email: 'ada@example.com', groups: ['designers'] },
      ...provider.forgery.claims,
    }
    const key = provider.forgery.signsWithOtherKey ? other.privateKey : own.privateKey
    json({ access_token: 'access', token_type: 'Bearer', id_token: tokenOf(claims, key) })
  }

  const description = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'groups'],
  }
  const provider: ForgedProvider = {
    issuer,
    forgery: {},
    requests,
    authorize(url) {
      const { searchParams } = new URL(url)
      const code = randomUUID()
      codes.set(code, searchParams)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return back.href
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

function tokenOf(claims: object, key: KeyObject): string {
  const text = `${encode({ alg: 'RS256', kid: '1' })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
