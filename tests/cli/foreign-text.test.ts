import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unknownKey } from '../harness/unknown-key.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

/** Sets the title, writes the clipboard, clears the screen, in two encodings, and reverses the text direction. */
const hostile = '\u001b]0;title\u0007\u001b]52;c;cHduZWQ=\u001b\\\u001b[2J\u009b31m\u009d0;x\u009c\u007f\u202eevil'
const shown = '\\u001b]0;title\\u0007'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/

describe('untrusted text cannot control the terminal', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  let opened: PseudoTerminal | undefined
  afterEach(() => opened?.kill())
  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    const id = folder.profileId()
    const elements = {
      exemplars: [{ url: 'https://example.com/a.png', label: 'good', name: hostile }],
      constraints: [{ question: hostile, answer: `${hostile}\n::error::answer` }],
    }
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: elements })
    await must('commit', '-m', `${hostile}\n::error::message`)
    await must('branch', 'try/bold', '--description', hostile)
  })
  afterAll(folder.remove)

  const commands = [
    ['profiles'],
    ['status'],
    ['log'],
    ['log', '--oneline'],
    ['show'],
    ['branch'],
    ['diff', 'HEAD'],
    ['suggest'],
    ['keys'],
    ['audit'],
    ['undo', '--dry-run'],
    ['export'],
  ]

  test.each(commands)('palate %s %s in a pipe', async (...args) => {
    const { stdout, stderr } = await palate(args, { env: { GITHUB_ACTIONS: 'true' } })
    expect(stdout + stderr).not.toMatch(obeyed)
    expect(stdout + stderr).not.toMatch(/^\s*::/m)
  })

  test('names and messages are printed with escapes', async () => {
    expect(await must('log', '--oneline')).toContain(shown)
    expect(await must('show')).toContain(`good picture ${shown}`)
    expect(await must('branch')).toContain(shown)
  })

  test('--json escapes them without changing their value', async () => {
    const text = await must('branch', '--json')
    expect(text).not.toMatch(obeyed)
    const { branches } = JSON.parse(text)
    expect(branches[1]).toMatchObject({ name: 'try/bold', description: hostile })
    const { profileData } = JSON.parse(await must('export'))
    expect(profileData.versions[0].message).toBe(`${hostile}\n::error::message`)
  })

  test.each([['log'], ['show'], ['branch'], ['status']])(
    'palate %s on a terminal keeps its own colours',
    async (name) => {
      opened = openTerminal(folder, [name])
      await opened.end()
      const output = opened.output()
      expect(output).toContain('\u001b[3')
      expect(output).toContain(shown)
      for (const sequence of ['\u001b]', '\u001b[2J', '\u009b', '\u009d', '\u202e', '\u007f']) {
        expect(output).not.toContain(sequence)
      }
    },
  )

  test.runIf(process.platform === 'linux')('file names in tables, CSV, errors and GitHub annotations', async () => {
    mkdirSync(join(directory, 'new'))
    const picture = await paint({ mood: 'warm', seed: 1 })
    const names = [
      `${hostile}.png`,
      '::error::a.png',
      'b\n::error::b.png',
      '=1+1.png',
      '+1.png',
      '-1.png',
      '@x.png',
      '\t1.png',
    ]
    for (const name of names) writeFileSync(join(directory, 'new', name), picture)
    writeFileSync(join(directory, 'new', `broken${hostile}\n::error::c.png`), 'no picture')
    const env = { GITHUB_ACTIONS: 'true' }
    for (const args of [['--explain'], ['--csv'], ['--json'], ['--min', '0.99']]) {
      const { stdout, stderr } = await palate(['score', 'new', ...args], { env })
      expect(stdout + stderr).not.toMatch(obeyed)
      expect(stdout).not.toMatch(/^\s*::/m)
      expect(stderr.replaceAll(/^::(warning|error) file=new\//gm, '')).not.toMatch(/^\s*::/m)
    }
    const inside = { cwd: join(directory, 'new') }
    const { stdout } = await palate(
      ['score', '--csv', '=1+1.png', '@x.png', '\t1.png', '--', '+1.png', '-1.png'],
      inside,
    )
    for (const name of ["'=1+1.png", "'+1.png", "'-1.png", "'@x.png", "'\t1.png"]) {
      expect(stdout).toContain(`\n${name},0.`)
    }
    const { stdout: marked } = await palate(['score', '--csv', '::error::a.png'], { ...inside, env })
    expect(marked).toContain('\n\\u003a:error::a.png,0.')
    const missing = await palate(['score', `none${hostile}`])
    expect(missing.stderr).toContain('no such file or folder: none\\u001b]0;')
    expect(missing.stderr).not.toMatch(obeyed)
    const typed = await palate(['score', `--no${hostile}`])
    expect([typed.code, obeyed.test(typed.stderr)]).toEqual([2, false])
  })

  test('any response of a service: names, errors, keys, completion', async () => {
    const profile = { id: `prof_${hostile}`, name: `x${hostile}`, projectId: hostile, updatedAt: hostile }
    const answers: Record<string, unknown> = {
      '/v1/profiles': { profiles: [profile, { ...profile, name: 'tame' }] },
      '/api/projects': { projects: [{ id: hostile }] },
      '/v1/session/code': { code: hostile },
      '/v1/keys': { keys: [{ id: hostile, name: hostile, prefix: hostile, scopes: [hostile], usageCount: 1 }] },
    }
    const far = createServer((request, response) => {
      const answer = answers[(request.url ?? '').replace(/\?.*/, '')]
      const problem = {
        title: hostile,
        detail: `${hostile}\n::error::x`,
        code: hostile,
        errors: [{ path: hostile, message: hostile }],
      }
      response
        .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? problem))
    })
    await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
    const env = { PALATE_URL: url, PALATE_API_KEY: unknownKey, GITHUB_ACTIONS: 'true' }
    try {
      const lines = [
        ['profiles'],
        ['keys'],
        ['open', '--no-browser'],
        ['status', '-p', 'prof_00000000000000000000000000000000'],
        ['webhooks'],
        ['commit', '-m', 'x'],
        ['profiles', '--json'],
        ['profiles', 'delete', `x${hostile}`],
      ]
      for (const args of lines) {
        const { stdout, stderr } = await palate(args, { env })
        expect(stdout + stderr).not.toBe('')
        expect(stdout + stderr).not.toMatch(obeyed)
        expect(stdout + stderr).not.toMatch(/^\s*::/m)
      }
      const signedIn = await palate(['login', '--url', url, '--key', '-'], {
        input: unknownKey,
        env: { XDG_CONFIG_HOME: join(directory, 'other') },
      })
      expect(signedIn.stderr).toBe('')
      expect(signedIn.stdout).toContain('(projects: \\u001b]0;')
      const { GITHUB_ACTIONS: _, ...terminal } = env
      opened = openTerminal(folder, ['profiles', 'delete', `x${hostile}`], { env: terminal })
      await opened.see('Type yes:')
      expect(opened.output()).toContain(`Delete x${shown}`)
      expect(opened.output()).not.toContain('\u001b]')
      const completed = await folder.complete(['log', '--profile', ''], { env })
      expect(completed.stdout).toBe(
        'tame\tprof_\\u001b]0;title\\u0007\\u001b]52;c;cHduZWQ=\\u001b\\\\u001b[2J\\u009b31m\\u009d0;x\\u009c\\u007f\\u202eevil\n',
      )
    } finally {
      far.close()
    }
  })
})
