import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { createCredentials } from './credentials.ts'

const tokenFile = join(tmpdir(), `web-token-${process.pid}`)
let answer: (request: IncomingMessage, body: string) => string | undefined
let seen: string[] = []
const server: Server = createServer(async (request, response) => {
  const body = await text(request)
  seen.push(`${request.method} ${request.url}`)
  const found = answer(request, body)
  if (found === undefined) response.writeHead(404).end()
  else response.end(found)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  rmSync(tokenFile)
  server.close()
})

let nowMs = 0
const now = () => nowMs
const startMs = Date.parse('2026-03-02T09:00:00.000Z')
beforeEach(() => {
  nowMs = startMs
  seen = []
})

const keysUntil = (id: string, afterMs: number) =>
  JSON.stringify({
    ...{ AccessKeyId: id, SecretAccessKey: 'secret', Token: `token of ${id}` },
    Expiration: new Date(startMs + afterMs).toISOString().replace('.000', ''),
  })
const hourMs = 3600_000

test('an instance has the credentials of its role, by a session', async () => {
  answer = ({ method, url: path, headers }) => {
    if (path === '/latest/api/token') return method === 'PUT' ? 'session' : undefined
    if (headers['x-aws-ec2-metadata-token'] !== 'session') return undefined
    if (path === '/latest/meta-data/iam/security-credentials/') return 'pictures\n'
    return path === '/latest/meta-data/iam/security-credentials/pictures' ? keysUntil('one', hourMs) : undefined
  }
  const { get } = createCredentials({ kind: 'instance', url }, now)
  const expected = { accessKeyId: 'one', secretAccessKey: 'secret', sessionToken: 'token of one' }
  expect(await Promise.all([get(), get()])).toEqual([expected, expected])
  expect(seen).toHaveLength(3)
})

test('they are renewed before they end; until then a failure changes nothing', async () => {
  answer = () => keysUntil('one', hourMs)
  const { get } = createCredentials({ kind: 'container', url, token: '', tokenFile: undefined }, now)
  await get()
  nowMs += 54 * 60_000
  await get()
  expect(seen).toHaveLength(1)
  nowMs += 2 * 60_000
  answer = () => undefined
  expect((await get()).accessKeyId).toBe('one')
  expect((await get()).accessKeyId).toBe('one')
  expect(seen).toHaveLength(2)
  nowMs += 60_000
  answer = () => keysUntil('two', 2 * hourMs)
  expect((await get()).accessKeyId).toBe('two')
})

test('once they have ended, there are none', async () => {
  answer = () => keysUntil('one', hourMs)
  const { get } = createCredentials({ kind: 'container', url, token: '', tokenFile: undefined }, now)
  await get()
  nowMs += hourMs
  answer = () => '{"Code":"Failed"}'
  await expect(get()).rejects.toMatchObject({ reason: 'bucket_refusing' })
})

test('a container says who it is with a token, which somebody may renew', async () => {
  writeFileSync(tokenFile, 'first\n')
  answer = ({ headers }) => keysUntil(`for ${headers.authorization}`, hourMs)
  const { get, renew } = createCredentials({ kind: 'container', url, token: '', tokenFile }, now)
  expect((await get()).accessKeyId).toBe('for first')
  expect(await renew()).toBe(false)
  writeFileSync(tokenFile, 'second\n')
  expect(await renew()).toBe(true)
  expect((await get()).accessKeyId).toBe('for second')
})

test('a service account of Kubernetes has the credentials of a role', async () => {
  writeFileSync(tokenFile, 'a.b.c\n')
  answer = (_, body) => {
    const form = Object.fromEntries(new URLSearchParams(body))
    expect(form).toMatchObject({ Action: 'AssumeRoleWithWebIdentity', RoleArn: 'role', WebIdentityToken: 'a.b.c' })
    return `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
      <AccessKeyId>id</AccessKeyId><SecretAccessKey>a+b/c=</SecretAccessKey><SessionToken>t</SessionToken>
      <Expiration>2026-03-02T10:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`
  }
  const { get } = createCredentials({ kind: 'web identity', url, roleArn: 'role', tokenFile }, now)
  expect(await get()).toEqual({ accessKeyId: 'id', secretAccessKey: 'a+b/c=', sessionToken: 't' })
})

test('files are read again', async () => {
  writeFileSync(tokenFile, 'one')
  const variables = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY_FILE: tokenFile }
  const { get } = createCredentials({ kind: 'variables', variables }, now)
  expect((await get()).secretAccessKey).toBe('one')
  writeFileSync(tokenFile, 'two')
  nowMs += 61_000
  expect((await get()).secretAccessKey).toBe('two')
})

test.each([
  [{ kind: 'none' }, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for'],
  [{ kind: 'variables', variables: { AWS_ACCESS_KEY_ID: 'id' } }, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  [{ kind: 'instance', url }, 'this machine has no role'],
] as const)('without any, the error says what to set: %j', async (source, message) => {
  answer = () => undefined
  const error = await createCredentials(source, now)
    .get()
    .catch((error: Error) => error)
  expect(error).toMatchObject({ reason: 'bucket_refusing' })
  expect((error as Error).cause).toBeInstanceOf(ConfigError)
  expect(((error as Error).cause as Error).message).toContain(message)
})
