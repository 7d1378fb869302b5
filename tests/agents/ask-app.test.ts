import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frameOf, uploadForm } from '../frames/frame-requests.ts'
import { sharedBrowser } from '../harness/launch-browser.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { hostApp } from './app-host.ts'
import { type Asked, connectOverHttp, connectOverStdio, eras } from './mcp-client.ts'

const askUri = 'ui://palate/ask.html'
const picturesBytesMax = 200_000
const pageCharactersMax = 10_000

interface Shown {
  readonly ask: string
  readonly pictures: readonly { readonly name: string; readonly webp: string }[]
}

describe('choosing in the chat', () => {
  const service = useService('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'palate-apps-'))
  const clients: Client[] = []
  const pages: Page[] = []
  let pair: { readonly first: string; readonly second: string; readonly profile: string }
  beforeAll(async () => {
    const url = async (mood: 'warm' | 'cold') => (await frameOf(service, await paint({ mood, seed: 3 }))).url
    const profile = await createProfile(service, { projectId: 'studio' })
    pair = { first: await url('warm'), second: await url('cold'), profile }
  })
  afterEach(() => Promise.all(pages.splice(0).map((page) => page.close())))
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    rmSync(folder, { recursive: true, force: true })
  })

  const opened = (client: Client) => {
    clients.push(client)
    return client
  }
  const connect = {
    HTTP: (options: Asked) => connectOverHttp(service, options),
    stdio: (options: Asked) => connectOverStdio(service, folder, [], options),
  }
  const ask = async (client: Client) => {
    const result = await client.callTool({ name: 'palate_ask', arguments: pair })
    return { result, shown: result._meta?.['palate/ask'] as Shown | undefined }
  }
  const comparisons = async () =>
    (await service.call('GET', `/v1/profiles/${pair.profile}`)).body.profileData.workingChanges.comparisons

  /** The app of a new question, in the browser. */
  async function openQuestion() {
    const client = opened(await connect.HTTP({ apps: true }))
    const { result } = await ask(client)
    const { contents } = await client.readResource({ uri: askUri })
    const page = await (await sharedBrowser()).newPage()
    pages.push(page)
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', ({ url }) => complaints.push(...(/^(data|about):/.test(url()) ? [] : [url()])))
    const host = await hostApp(page, client, String(contents[0] && 'text' in contents[0] && contents[0].text))
    await host.bridge.sendToolInput({ arguments: pair })
    await host.bridge.sendToolResult(result as Parameters<typeof host.bridge.sendToolResult>[0])
    return { ...host, page, complaints }
  }

  test.each([
    ['HTTP', 'auto'],
    ['stdio', 'auto'],
    ['stdio', 'legacy'],
  ] as const)('a client that shows pages gets one, with a tool that models do not see (%s, %s)', async (over, era) => {
    const client = opened(await connect[over]({ era, apps: true }))
    const { tools } = await client.listTools()
    const metaOf = (wanted: string) => tools.find(({ name }) => name === wanted)?._meta
    expect(metaOf('palate_ask')).toEqual({ ui: { resourceUri: askUri } })
    expect(metaOf('palate_choose')).toEqual({ ui: { visibility: ['app'] } })
    const { contents } = await client.readResource({ uri: askUri })
    expect(contents).toMatchObject([{ uri: askUri, mimeType: RESOURCE_MIME_TYPE }])
    expect(JSON.stringify(contents).length).toBeLessThan(pageCharactersMax)
    const { result, shown } = await ask(client)
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.stringify(result.content)).toContain('Wait for their answer')
    const sizes = (shown?.pictures ?? []).map(({ webp }) => Buffer.from(webp, 'base64').length)
    expect(sizes).toHaveLength(2)
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(picturesBytesMax)
    expect(await comparisons()).toEqual([])
  })

  test.each(eras)('any other client gets a link and no such tool (%s)', async (era) => {
    const client = opened(await connect.HTTP({ era }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('palate_choose')
    expect(tools.filter(({ _meta }) => _meta)).toEqual([])
    const { result, shown } = await ask(client)
    expect(shown).toBeUndefined()
    expect(result.structuredContent).toMatchObject({ link: expect.stringContaining('/teach/ask?') })
  })

  test('a picture outside the library is shown on the page of the dashboard instead', async () => {
    const client = opened(await connect.HTTP({ apps: true }))
    const result = await client.callTool({
      name: 'palate_ask',
      arguments: { ...pair, second: 'https://pictures.example/second.png' },
    })
    expect(result.structuredContent).toMatchObject({ link: expect.stringContaining('/teach/ask?') })
  })

  test('the page shows both pictures, records the click, and tells the model', async () => {
    const { frame, said, page, complaints } = await openQuestion()
    const first = frame.getByRole('button', { name: pair.first })
    await first.waitFor()
    const width = () => page.frames()[1]?.evaluate<number>('document.querySelector("img").naturalWidth')
    await expect.poll(width).toBeGreaterThan(50)
    await first.click()
    await frame.getByText(`Recorded: I prefer ${pair.first}.`).waitFor()
    expect(await comparisons()).toMatchObject([{ winner: pair.first.slice('frame:'.length), source: 'agent' }])
    await expect.poll(() => said).toEqual([expect.stringContaining(`I prefer ${pair.first}.`)])
    expect(await first.getAttribute('aria-pressed')).toBe('true')
    expect(await first.isDisabled()).toBe(true)
    expect(complaints).toEqual([])
    expect(page.isClosed()).toBe(false)
  })

  test('frames of the library are shown by the names of their files', async () => {
    const upload = async (mood: 'warm' | 'cold') =>
      (await uploadForm(service, [{ name: `${mood}.png`, bytes: await paint({ mood, seed: 4 }) }])).body.url
    const client = opened(await connect.HTTP({ apps: true }))
    const asked = { ...pair, first: await upload('warm'), second: await upload('cold') }
    const result = await client.callTool({ name: 'palate_ask', arguments: asked })
    const shown = result._meta?.['palate/ask'] as Shown | undefined
    expect(shown?.pictures.map(({ name }) => name)).toEqual(['warm.png', 'cold.png'])
    expect(JSON.stringify(result.content)).toContain('The person sees warm.png and cold.png in the chat.')
  })

  test('a choice says which earlier one it replaced', async () => {
    const answers = ['second', 'no difference', 'first']
    const client = opened(
      await connect.HTTP({ answer: () => ({ action: 'accept', content: { choice: answers.shift() ?? '' } }) }),
    )
    const choose = async () => JSON.stringify((await ask(client)).result.content)
    await service.call('DELETE', `/v1/profiles/${pair.profile}/annotations`)
    expect(await choose()).not.toContain('replaces')
    expect(await choose()).toContain(`This replaces an earlier choice: ${pair.second}.`)
    expect(await choose()).toContain('This replaces an earlier choice: no difference.')
  })

  test('the same question is answered once: a second page is told so, and nothing changes', async () => {
    const client = opened(await connect.HTTP({ apps: true }))
    const { shown } = await ask(client)
    const given = { profile: pair.profile, ask: shown?.ask, first: pair.first, second: pair.second }
    const choose = (choice: string) => client.callTool({ name: 'palate_choose', arguments: { ...given, choice } })
    expect((await choose('second')).isError).toBeFalsy()
    const again = await choose('first')
    expect(again.isError).toBe(true)
    expect(JSON.stringify(again.content)).toContain('answered before')
    expect(await comparisons()).toMatchObject([{ winner: pair.second.slice('frame:'.length) }])
  })

  test.each([
    ['ArrowRight', () => pair.second.slice('frame:'.length)],
    ['Tab Tab Tab Enter', () => 'tie'],
  ])('the keyboard is enough: %s', async (keys, winner) => {
    const { frame, page } = await openQuestion()
    await frame.getByText('Click one, or press').waitFor()
    await frame.locator('body').click({ position: { x: 2, y: 2 } })
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await frame.getByText('Recorded:').waitFor()
    expect(await comparisons()).toMatchObject([{ winner: winner() }])
  })

  test('a choice that cannot be recorded can be made again', async () => {
    const { frame, bridge } = await openQuestion()
    bridge.oncalltool = async () => ({ content: [{ type: 'text', text: 'The key was revoked.' }], isError: true })
    const second = frame.getByRole('button', { name: pair.second })
    await second.click()
    await frame.getByText('Not recorded: The key was revoked.').waitFor()
    expect(await second.isEnabled()).toBe(true)
  })

  test('the page survives nonsense, and a host that sends no pictures', async () => {
    const { frame, bridge, page, complaints } = await openQuestion()
    await page.evaluate(`for (const data of [null, 7, 'x', { jsonrpc: '2.0', id: 99, result: {} }, { jsonrpc: '2.0', method: 'nothing' }])
      document.querySelector('iframe').contentWindow.postMessage(data, '*')`)
    await bridge.sendToolResult({ content: [{ type: 'text', text: 'Give the person this link.' }] })
    await frame.getByText('Give the person this link.').waitFor()
    expect(complaints).toEqual([])
  })
})
