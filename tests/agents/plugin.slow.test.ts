import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, expect, test } from 'vitest'
import { palateCommand } from '../harness/process.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile } from '../profiles/profile-requests.ts'
import { paint } from '../scoring/pictures.ts'
import { callTool, createClient, type Era, eras } from './mcp-client.ts'

const repository = new URL('../../', import.meta.url).pathname
const pluginBytesMax = 50_000

/** The plugin as an agent installs it: a copy of the folder that the marketplace names. */
function install(): string {
  const { plugins } = JSON.parse(readFileSync(join(repository, '.claude-plugin/marketplace.json'), 'utf8'))
  const folder = join(createFolder('plugin'), 'palate')
  cpSync(join(repository, plugins[0].source), folder, { recursive: true })
  return folder
}

describe('the plugin', () => {
  const service = useService('sqlite')
  const plugin = install()
  const manifest = JSON.parse(readFileSync(join(plugin, '.claude-plugin/plugin.json'), 'utf8'))
  const clients: Client[] = []
  afterAll(() => Promise.all(clients.map((client) => client.close())))

  async function start(
    env: Readonly<Record<string, string>>,
    { era = 'auto', cwd = plugin }: { era?: Era; cwd?: string } = {},
  ) {
    const { args } = manifest.mcpServers.palate as { args: readonly string[] }
    const client = createClient({ era })
    clients.push(client)
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map((one) => one.replace(/\$\{CLAUDE_PLUGIN_ROOT\}/, plugin)),
        env: {
          XDG_CONFIG_HOME: cwd,
          PATH: '/nowhere',
          ...env,
        },
        cwd,
      }),
    )
    return client
  }
  const access = () => ({ PALATE_URL: service.url, PALATE_API_KEY: service.key })

  test('is a small folder with the skill and without the packages of a checkout', () => {
    const files = readdirSync(plugin, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(pluginBytesMax)
    expect(files.map(({ name }) => name).toSorted()).toEqual(['SKILL.md', 'mcp.mjs', 'plugin.json'])
    expect(existsSync(join(plugin, manifest.skills, 'palate/SKILL.md'))).toBe(true)
    expect(manifest.mcpServers.palate.command).toBe('node')
  })

  test.each(eras)('works where palate is not on the PATH, with the service itself (%s)', async (era) => {
    const profile = await createProfile(service)
    const client = await start(access(), { era })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('palate_score')
    const { isError, text } = await callTool(client, 'palate_brief', { profile })
    expect(isError).toBe(false)
    expect(text).toContain('#')
  })

  test('uses the last login', async () => {
    const cwd = createFolder('login')
    cpSync(plugin, join(cwd, 'palate'), { recursive: true })
    writeFileSync(join(cwd, 'palate/config.json'), JSON.stringify({ url: service.url, apiKey: service.key }))
    expect((await (await start({}, { cwd })).listTools()).tools).toHaveLength(7)
  })

  test.each([
    ['without a key', () => ({ PALATE_URL: service.url }), /needs a key.*PALATE_API_KEY/],
    ['with a wrong key', () => ({ ...access(), PALATE_API_KEY: 'plt_wrong' }), /key is not valid.*PALATE_API_KEY/],
    ['without a service', () => ({ ...access(), PALATE_URL: 'http://127.0.0.1:9' }), /cannot be reached.*PALATE_URL/],
  ])('%s it starts and says what to do', async (_name, env, advice) => {
    const client = await start(env(), { era: 'legacy' })
    expect(client.getInstructions()).toMatch(advice)
    const { isError, text } = await callTool(client, 'palate_brief')
    expect(isError).toBe(true)
    expect(text).toMatch(advice)
  })

  test.skipIf(process.platform === 'win32')('runs palate if it is on the PATH, which can read files', async () => {
    const bin = createFolder('bin')
    const script = `#!/bin/sh\nexec "${process.execPath}" "${palateCommand}" "$@"\n`
    writeFileSync(join(bin, 'palate'), script, { mode: 0o755 })
    const cwd = createFolder('project')
    writeFileSync(join(cwd, 'hero.png'), await paint({ mood: 'warm', seed: 1 }))
    const profile = await createProfile(service)
    const client = await start({ ...access(), PATH: `${bin}:/usr/bin:/bin` }, { cwd })
    const { data } = await callTool(client, 'palate_score', { pictures: ['hero.png'], profile })
    expect(data).toMatchObject({ results: [{ picture: 'hero.png', score: expect.any(Number) }] })
  })
})
