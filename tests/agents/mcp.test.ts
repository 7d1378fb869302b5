import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadForm } from '../frames/frame-requests.ts'
import { expectProblem } from '../harness/problem.ts'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { callTool, connectOverHttp, connectOverStdio, eras } from './mcp-client.ts'

/** All of `tools/list`, for a client that sees most. A token is about four characters. */
const toolsListTokensMax = 1700
const charactersPerToken = 4

const tools = [
  'palate_brief',
  'palate_score',
  'palate_pick',
  'palate_examples',
  'palate_ask',
  'palate_teach',
  'palate_profiles',
]

describe('tools for agents', () => {
  const service = useService('sqlite')
  let profileId = ''
  const frames: Record<Mood, string[]> = { warm: [], cold: [], grey: [] }
  const clients: Client[] = []
  const opened = (client: Client) => {
    clients.push(client)
    return client
  }
  beforeAll(async () => {
    const made = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Agents' } })
    profileId = made.body.id
    for (const mood of ['warm', 'cold'] as const) {
      for (let seed = 0; seed < 6; seed++) {
        frames[mood].push(
          (await uploadForm(service, [{ name: `${mood}-${seed}.png`, bytes: await paint({ mood, seed }) }])).body.url,
        )
      }
    }
    const exemplars = [
      ...frames.warm.slice(0, 4).map((url) => ({ url, label: 'good' })),
      ...frames.cold.slice(0, 4).map((url) => ({ url, label: 'bad' })),
    ]
    await service.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { exemplars } })
    const profile = await service.call('GET', `/v1/profiles/${profileId}`)
    const { workingChanges } = profile.body.profileData
    const version = { id: 'v1', parentId: null, branchId: 'main', message: 'Taught', snapshot: workingChanges }
    const empty = { constraints: [], exemplars: [], comparisons: [] }
    await service.call('PATCH', `/v1/profiles/${profileId}`, {
      body: { profileData: { versions: [version], workingChanges: empty } },
    })
  })
  afterAll(() => Promise.all(clients.map((client) => client.close())))

  async function newKey(scopes: readonly string[]): Promise<string> {
    return (await service.call('POST', '/api/api-keys', { body: { name: 'agent', scopes } })).body.key
  }

  describe.each(eras)('over HTTP (%s)', (era) => {
    let client: Client
    beforeAll(async () => {
      client = opened(await connectOverHttp(service, { era }))
    })

    test('lists all tools for a key with all scopes', async () => {
      const listed = await client.listTools()
      expect(listed.tools.map(({ name }) => name)).toEqual(tools)
      for (const { annotations, description = '' } of listed.tools) {
        expect(annotations).toMatchObject({ destructiveHint: false, openWorldHint: false })
        expect(description.length).toBeLessThan(300)
      }
    })

    test.each([true, false])('the list of tools stays under its limit (pages in the chat: %s)', async (apps) => {
      const listing = opened(await connectOverHttp(service, { era, apps }))
      const characters = JSON.stringify(await listing.listTools()).length
      expect(characters).toBeGreaterThan(2000)
      expect(characters).toBeLessThan(toolsListTokensMax * charactersPerToken)
    })

    test('the brief is Markdown', async () => {
      const { text, isError } = await callTool(client, 'palate_brief')
      expect(isError).toBe(false)
      expect(text).toContain('# Agents')
    })

    test('profiles name project, branch and accuracy, in the text and in the structure', async () => {
      const { text, data } = await callTool(client, 'palate_profiles')
      expect(data).toMatchObject({ profiles: [{ id: profileId, name: 'Agents', project: 'studio', branch: 'main' }] })
      expect(text).toContain(profileId)
      expect(text).toContain('studio')
    })

    test('scores agree with POST /v1/score, and the text has the same facts', async () => {
      const pictures = [frames.warm[5] as string, frames.cold[5] as string]
      const { text, data } = await callTool(client, 'palate_score', { pictures, profile: 'Agents' })
      const asked = pictures.map((url, index) => ({ id: String(index), url }))
      const body = { profile_id: profileId, frames: asked, dimensions: ['aesthetics'], verdict: true }
      const { scores } = (await service.call('POST', '/v1/score', { body })).body
      const results = (data as { results: readonly { score: number; verdict: string }[] } | undefined)?.results ?? []
      expect(results.map(({ score }) => score)).toEqual(scores.map((one: { aesthetics: number }) => one.aesthetics))
      for (const { score, verdict } of results) {
        expect(text).toContain(score.toFixed(2))
        expect(text).toContain(verdict)
      }
    })

    test('a picture that cannot be read has an error in its place', async () => {
      const pictures = [frames.warm[5] as string, 'frame:frm_missing']
      const { data, text } = await callTool(client, 'palate_score', { pictures })
      expect(data).toMatchObject({
        results: [{ score: expect.any(Number) }, { score: null, error: expect.any(String) }],
      })
      expect(text).toContain('not scored frame:frm_missing')
    })

    test('variants are ranked best first', async () => {
      const pictures = [frames.cold[5] as string, frames.warm[5] as string]
      const { data, text } = await callTool(client, 'palate_pick', { pictures })
      expect(data).toMatchObject({ results: [{ picture: pictures[1] }, { picture: pictures[0] }] })
      expect(text).toMatch(/1\. .*\n2\. /)
    })

    test('two pictures with the same bytes cannot be told apart', async () => {
      const { data, text } = await callTool(client, 'palate_pick', { pictures: [frames.warm[5], frames.warm[5]] })
      expect(data).toMatchObject({ tooClose: true })
      expect(text).toContain('cannot be told apart')
    })

    test('examples are up to six WebP images of at most 200 kB, without a structure', async () => {
      for (const near of [undefined, frames.warm[5]]) {
        const { images, data, text } = await callTool(client, 'palate_examples', near === undefined ? {} : { near })
        expect(data).toBeUndefined()
        expect(images.length).toBeGreaterThan(1)
        expect(images.length).toBeLessThanOrEqual(6)
        expect(images.every(({ mimeType }) => mimeType === 'image/webp')).toBe(true)
        const bytes = images.map(({ data: base64 = '' }) => Buffer.from(base64, 'base64').length)
        expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(200_000)
        expect(text).toContain('good: warm-')
      }
    })

    test('the nearest example of a warm picture is one of the warm ones', async () => {
      const { text } = await callTool(client, 'palate_examples', { near: frames.warm[5] })
      expect(text.split('\n')[1]).toMatch(/^good: warm-/)
    })

    test.each([
      ['palate_brief', { profile: 'nothing' }, /palate_profiles|Pass one of/],
      ['palate_brief', { profile: `prof_${'0'.repeat(32)}` }, /palate_profiles/],
      ['palate_score', { pictures: ['hero.png'] }, /cannot read files/],
      ['palate_score', { pictures: ['data:image/png;base64,AAAA'] }, /not as data/],
      ['palate_score', { pictures: ['frame:frm_x'], dimension: 'nothing' }, /dimension/],
      ['palate_teach', { quote: 'Nice.' }, /good or bad/],
    ] as const)('%s %j says what to do', async (name, args, advice) => {
      const { isError, text } = await callTool(client, name, args)
      expect(isError).toBe(true)
      expect(text).toMatch(advice)
    })

    test('what a person said becomes a working change with source and quote, never a commit', async () => {
      const before = await service.call('GET', `/v1/profiles/${profileId}`)
      const { text } = await callTool(client, 'palate_teach', { good: [frames.warm[4]], quote: 'I love this one.' })
      expect(text).toContain('uncommitted')
      const after = await service.call('GET', `/v1/profiles/${profileId}`)
      expect(after.body.profileData.workingChanges.exemplars).toMatchObject([
        { url: frames.warm[4], label: 'good', source: 'agent', quote: 'I love this one.' },
      ])
      expect(after.body.profileData.versions).toEqual(before.body.profileData.versions)
    })

    test('without a way to ask, palate_ask returns a link to the pair', async () => {
      const { text, data } = await callTool(client, 'palate_ask', { first: frames.warm[4], second: frames.cold[4] })
      const { link } = data as unknown as { link: string }
      expect(text).toContain(link)
      const url = new URL(link)
      expect(url.pathname).toBe(`/profiles/${profileId}/teach/ask`)
      expect([url.searchParams.get('a'), url.searchParams.get('b')]).toEqual([frames.warm[4], frames.cold[4]])
    })
  })

  test('a client of 2026 that can ask shows the question, and the choice is recorded', async () => {
    const answer = () => ({ action: 'accept', content: { choice: 'second' } }) as const
    const client = opened(await connectOverHttp(service, { answer }))
    const { text } = await callTool(client, 'palate_ask', { first: frames.warm[1], second: frames.cold[1] })
    expect(text).toContain('prefers')
    const { workingChanges } = (await service.call('GET', `/v1/profiles/${profileId}`)).body.profileData
    expect(workingChanges.comparisons).toMatchObject([
      { winner: frames.cold[1]?.slice('frame:'.length), source: 'agent', quote: expect.stringContaining('second') },
    ])
  })

  test.each([
    [['read'], ['palate_brief', 'palate_examples', 'palate_profiles']],
    [['score'], ['palate_brief', 'palate_score', 'palate_pick']],
    [['teach'], ['palate_brief', 'palate_examples', 'palate_ask', 'palate_teach']],
    [['admin'], []],
  ])('a key with the scopes %j sees only what it may use', async (scopes, names) => {
    const client = opened(await connectOverHttp({ url: service.url, key: await newKey(scopes) }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
  })

  test('a key that may only read gets examples near a picture', async () => {
    const client = opened(await connectOverHttp({ url: service.url, key: await newKey(['read']) }))
    expect((await callTool(client, 'palate_examples', { near: frames.warm[5] })).images.length).toBeGreaterThan(1)
  })

  describe('the endpoint', () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const post = (headers: Record<string, string>, body: unknown = message) =>
      service.call('POST', '/mcp', { headers: { accept: 'application/json, text/event-stream', ...headers }, body })

    test('refuses pages of other origins, also those that name its own address, and accepts its own', async () => {
      expectProblem(await post({ origin: 'https://evil.example' }), 403, 'origin_forbidden')
      const rebound = await post({ origin: 'http://evil.example', host: 'evil.example' })
      expectProblem(rebound, 403, 'origin_forbidden')
      expect((await post({ origin: service.url })).status).toBe(200)
    })

    test('needs a key', async () => {
      const { status } = await service.call('POST', '/mcp', { key: null, body: message })
      expect(status).toBe(401)
    })

    test('supports POST only', async () => {
      expectProblem(await service.call('GET', '/mcp'), 405, 'method_not_allowed')
      expectProblem(await service.call('DELETE', '/mcp'), 405, 'method_not_allowed')
    })

    test.each([
      {},
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', id: 1, method: 'nothing' },
      { jsonrpc: '2.0', id: {}, method: 7 },
    ])('answers nonsense with an error: %j', async (body) => {
      const response = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(body),
      })
      expect(response.status).toBeLessThan(500)
      expect(await response.text()).toMatch(/"error":\{"code":-32\d{3}/)
    })

    test('refuses subscriptions instead of waiting forever', async () => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const params = { _meta: meta, notifications: { toolsListChanged: true } }
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
      const { body } = await post(headers, { ...message, method: 'subscriptions/listen', params })
      expect(JSON.stringify(body)).toContain('error')
    })
  })

  describe.each(eras)('over standard input and output (%s)', (era) => {
    let client: Client
    let folder: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'palate-mcp-'))
      writeFileSync(join(folder, 'hero.png'), await paint({ mood: 'warm', seed: 40 }))
      writeFileSync(join(folder, 'other.png'), await paint({ mood: 'cold', seed: 41 }))
      writeFileSync(join(folder, 'secret.txt'), 'secret')
      symlinkSync('/etc/hostname', join(folder, 'link.png'))
      client = opened(await connectOverStdio(service, folder, [], { era }))
    })

    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('scores files of the working directory', async () => {
      const { data } = await callTool(client, 'palate_pick', {
        pictures: ['other.png', 'hero.png'],
        profile: profileId,
      })
      expect(data).toMatchObject({ results: [{ picture: 'hero.png' }, { picture: 'other.png' }] })
    })

    test.each([
      ['../hero.png', /There is no file|outside/],
      ['/etc/hostname.png', /There is no file|outside/],
      ['link.png', /outside/],
      ['secret.txt', /not named like a picture/],
      ['missing.png', /There is no file/],
    ])('refuses %s and says why', async (picture, reason) => {
      const { isError, text } = await callTool(client, 'palate_score', { pictures: [picture], profile: profileId })
      expect(isError).toBe(true)
      expect(text).toMatch(reason)
    })

    test('asks the person, in either era', async () => {
      const answer = () => ({ action: 'decline' }) as const
      const asking = opened(await connectOverStdio(service, folder, ['--profile', profileId], { era, answer }))
      const { text } = await callTool(asking, 'palate_ask', { first: 'hero.png', second: 'other.png' })
      expect(text).toContain('did not choose')
    })
  })
})
