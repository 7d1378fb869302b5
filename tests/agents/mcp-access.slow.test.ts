import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { unknownKey } from '../harness/unknown-key.ts'
import { useService } from '../harness/use-service.ts'
import { callTool, connectOverStdio, createClient, eras } from './mcp-client.ts'

describe('an agent without access', () => {
  const service = useService('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'palate-access-'))
  const clients: Client[] = []
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const connect = async (...args: Parameters<typeof connectOverStdio>) => {
    const client = await connectOverStdio(...args)
    clients.push(client)
    return client
  }

  test.each(eras)('palate mcp without a login is answered, and each tool says what to do (%s)', async (era) => {
    const client = await connect({ url: service.url, key: undefined }, folder, [], { era })
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(7)
    const { isError, text } = await callTool(client, 'palate_profiles')
    expect(isError).toBe(true)
    expect(text).toMatch(/not signed in.*palate login/)
    expect(text).toContain('PALATE_API_KEY in the `env`')
  })

  test.each([
    ['a wrong key', { key: unknownKey }, /The API key is wrong/],
    ['a malformed key', { key: 'plt_wrong' }, /the key is malformed/],
    ['a service that is down', { url: 'http://127.0.0.1:9' }, /cannot be reached.*palate serve/],
  ])('palate mcp with %s is answered, and each tool says what to do', async (_name, wrong, advice) => {
    const client = await connect({ url: service.url, key: service.key, ...wrong }, folder)
    expect((await client.listTools()).tools).toHaveLength(7)
    const { isError, text } = await callTool(client, 'palate_profiles')
    expect(isError).toBe(true)
    expect(text).toMatch(advice)
  })

  test('palate mcp in a folder with a broken palate.json is answered, and works once that is corrected', async () => {
    const broken = mkdtempSync(join(folder, 'broken-'))
    writeFileSync(join(broken, 'palate.json'), '{"profileId":')
    const client = await connect(service, broken)
    expect((await client.listTools()).tools).toHaveLength(7)
    const { isError, text } = await callTool(client, 'palate_profiles')
    expect([isError, text]).toEqual([true, expect.stringMatching(/palate\.json is not JSON: correct it/)])
    rmSync(join(broken, 'palate.json'))
    expect((await callTool(client, 'palate_profiles')).text).toContain('There is no profile yet')
  })

  test('palate mcp with a profile that does not exist says so', async () => {
    const client = await connect(service, folder, ['--profile', 'Nothing'])
    const { isError, text } = await callTool(client, 'palate_brief')
    expect(isError).toBe(true)
    expect(text).toContain('there is no profile "Nothing"')
  })

  test('a client with a wrong key that looks for OAuth reports that a key is needed', async () => {
    const authProvider: OAuthClientProvider = {
      redirectUrl: 'http://127.0.0.1:1/callback',
      clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'] },
      clientInformation: () => undefined,
      saveClientInformation: () => {},
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: () => {
        throw new Error('there is no page to sign in')
      },
      saveCodeVerifier: () => {},
      codeVerifier: () => '',
    }
    const requestInit = { headers: { authorization: 'Bearer plt_wrong' } }
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit, authProvider })
    const reason = await createClient({})
      .connect(transport)
      .catch((error: Error) => error)
    expect(reason).toBeInstanceOf(Error)
    expect((reason as Error).message).toContain('Palate takes API keys, not OAuth')
    expect((reason as Error).message).not.toContain('404')
  })

  test('only a registration is refused this way', async () => {
    const registration = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${service.url}/register`, registration)).status).toBe(403)
    expect((await service.call('GET', '/register', { key: null })).status).toBe(404)
    expect((await service.call('GET', '/.well-known/oauth-protected-resource', { key: null })).status).toBe(404)
    expect((await service.call('POST', '/registers', { key: null, body: {} })).status).toBe(404)
  })
})
