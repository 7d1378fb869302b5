import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { command, inherited, openFolder } from './terminal.ts'

const run = promisify(execFile)

describe('ordinary mistakes on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  let opened: PseudoTerminal | undefined
  afterEach(() => opened?.kill())
  beforeAll(async () => {
    for (const name of ['covers/below', 'covers/folder.png', 'empty'])
      mkdirSync(join(directory, name), { recursive: true })
    for (const [seed, name] of ['covers/a.png', 'covers/below/b.png', 'c.png', 'd e.png', 'f.png'].entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'warm', seed }))
    }
    writeFileSync(join(directory, 'bad.png'), 'no picture')
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })
  afterAll(folder.remove)

  const refusal = 'this is not a JPEG, PNG, WebP, GIF or AVIF picture'

  test('add accepts folders, and reports a folder without pictures', async () => {
    expect(await must('add', 'covers', '--good')).toContain('Added 2 good pictures')
    expect(await must('diff')).toBe('+ good picture a.png\n+ good picture b.png\n')
    const none = { code: 1, stdout: '', stderr: 'palate: no pictures found\n' }
    expect(await palate(['add', 'empty', '--good'])).toEqual(none)
    expect(await palate(['label', 'empty', '--good'])).toEqual(none)
  })

  test('add names a refused picture, adds the others, and exits with 1', async () => {
    const { code, stdout, stderr } = await palate(['add', 'c.png', 'bad.png', 'd e.png', '--bad'])
    expect([code, stderr]).toEqual([1, `palate: 1 picture could not be added:\n  bad.png: ${refusal}\n`])
    expect(stdout).toContain('Added 2 bad pictures (4 of 50 labels used)')
    const alone = await palate(['add', 'bad.png', '--bad'])
    expect(alone).toEqual({
      code: 1,
      stdout: '',
      stderr: `palate: no picture could be added:\n  bad.png: ${refusal}\n`,
    })
    const compared = await palate(['compare', '--choose', 'c.png', '--over', 'bad.png'])
    expect([compared.code, compared.stderr]).toEqual([1, `palate: bad.png: ${refusal}\n`])
  })

  test('a file that is too large to upload is named, and does not keep the others from being added', async () => {
    writeFileSync(join(directory, 'huge.png'), '')
    truncateSync(join(directory, 'huge.png'), uploadBytesMax + 1)
    const { code, stdout, stderr } = await palate(['add', 'huge.png', 'c.png', '--good'])
    const reason = 'huge.png: the picture has more than 32 MiB'
    expect([code, stderr]).toEqual([1, `palate: 1 picture could not be added:\n  ${reason}\n`])
    expect(stdout).toContain('Changed 1 label')
    await must('undo')
  })

  test('add refuses more pictures than the budget has room for, before it uploads any', async () => {
    const many = Array.from({ length: 47 }, (_, i) => `many-${i}.png`)
    for (const [seed, name] of many.entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'grey', seed, width: 32, height: 32 }))
    }
    const { code, stderr } = await palate(['add', ...many, '--good'])
    const advice = '`palate budget --labels N` changes the total'
    const reason = `47 pictures would exceed the budget: 4 of 50 labels are used; ${advice}`
    expect([code, stderr]).toEqual([1, `palate: ${reason}\n`])
    expect((await service.call('GET', '/api/frames?projectId=studio')).body.frames).toHaveLength(4)
  })

  test.each([
    ['add', 'f.png', '--good'],
    ['label', 'f.png', '--good'],
    ['compare', '--choose', 'c.png', '--over', 'f.png'],
    ['answer', 'What should we avoid?', 'clutter'],
  ])('palate %s does not create a dimension from a typo', async (...args) => {
    const { code, stderr } = await palate([...args, '--dimension', 'aestetics'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/no dimension "aestetics" to teach, only aesthetics, .*pass --new-dimension/)
  })

  test('--new-dimension creates one, which is known from then on', async () => {
    await must('add', 'f.png', '--good', '--dimension', 'calmness', '--new-dimension')
    await must('add', 'c.png', '--bad', '--dimension', 'calmness')
  })

  test('a list may separate names with NUL, like find -print0', async () => {
    const { code, stdout } = await palate(['score', '-', '--csv'], { input: 'd e.png\0f.png\0' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^d e\.png,0\.\d+,$/m)
    expect(stdout.trim().split('\n')).toHaveLength(3)
  })

  test('score exits with 1 if one picture of several cannot be scored, and prints the others', async () => {
    const { code, stdout, stderr } = await palate(['score', 'f.png', 'bad.png', '--csv'])
    const against = /^palate: scored against [^\n]+, branch main, [^\n]+\npalate: 1 picture could not be scored\n$/
    expect([code, stderr]).toEqual([1, expect.stringMatching(against)])
    expect(stdout).toMatch(/^f\.png,0\.\d+,$/m)
  })

  test('a key without the scope read gets that error, not that the branch is missing', async () => {
    await must('commit', '-m', 'First')
    await must('branch', 'side')
    const { stdout: key } = await palate(['keys', 'create', 'Scores', '--scopes', 'score'])
    const env = { PALATE_API_KEY: key.trim(), PALATE_URL: service.url }
    for (const option of ['--branch', '--version-id']) {
      const { code, stderr } = await palate(['score', 'f.png', option, 'side'], { env })
      const line = 'the key lacks the scope `read`, so "side" must be an id: use the id, or a key with that scope'
      expect([code, stderr]).toEqual([1, `palate: ${line}\n`])
    }
    const missing = await palate(['score', 'f.png', '--branch', 'nowhere'])
    expect(missing.stderr).toContain('there is no branch "nowhere"')
  })

  test('profiles and keys fit a terminal of 80 columns, and keys says when each expires', async () => {
    const name = 'A name that is rather long for a table of profiles'
    await must('profiles', 'create', name, '--project', 'a-project-with-a-long-name')
    const made = await palate(['keys', 'create', name, '--scopes', 'read,score,teach', '--days', '30'])
    for (const args of [['profiles'], ['keys']]) {
      opened = openTerminal(folder, args, { columns: 80 })
      const { text } = await opened.end()
      expect(text).toContain('A name')
      expect(Math.max(...text.split('\n').map((line) => line.trimEnd().length))).toBeLessThanOrEqual(80)
    }
    const keys = await must('keys')
    expect(keys).toMatch(/^NAME +PREFIX +PROJECT +SCOPES +EXPIRES +LAST USED\n/)
    expect(keys).toMatch(
      new RegExp(`^${name} +${made.stdout.slice(0, 12)} +all +read,score,teach +in 30 days +never$`, 'm'),
    )
    expect(keys).toMatch(/^First key +plt_\w{8} +all +all +never /m)
    expect(await must('keys', 'revoke', made.stdout.slice(0, 12), '--yes')).toContain('Revoked key_')
  })

  test('accounts new-key prints another well-formed key each time, and opens no store', async () => {
    const [one, other] = [await palate(['accounts', 'new-key']), await palate(['accounts', 'new-key'])]
    for (const { code, stdout } of [one, other]) {
      expect([code, isWellFormedKey(stdout.trim())]).toEqual([0, true])
    }
    expect(one.stdout).not.toBe(other.stdout)
  })

  test('accounts creates no store in a folder without one', async () => {
    const cwd = join(directory, 'empty')
    for (const args of [['list'], ['create', 'Second'], ['key', 'default'], ['delete', 'default', '--yes']]) {
      const { code, stdout, stderr } = await palate(['accounts', ...args], { cwd })
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('palate: there is no store in ./data: run this in the folder of the service')
    }
    const named = { cwd, env: { PALATE_DATA_DIR: join(cwd, 'named') } }
    expect((await palate(['accounts', 'list'], named)).stderr).toContain('there is no store in')
    expect([existsSync(join(cwd, 'data')), existsSync(join(cwd, 'named'))]).toEqual([false, false])
  })

  test('embedder check also measures the built-in one', async () => {
    const { yours, builtin } = JSON.parse(await must('embedder', 'check', 'builtin', '--pictures', 'covers', '--json'))
    expect(yours.id).toBe(builtin.id)
  })

  test('a closed pipe and a full output end a command without a stack trace', async () => {
    const shell = async (script: string) => {
      const env = { ...inherited(), ...folder.variables } as NodeJS.ProcessEnv
      const all = `palate() { '${process.execPath}' '${command}' "$@"; }; ${script}`
      return run('bash', ['-c', all], { cwd: directory, env }).catch((error) => error)
    }
    expect(
      await shell('palate log --json | head -c 1; palate log --json 2>&1 | true; palate nope 2>&1 | true'),
    ).toMatchObject({
      stdout: '{',
      stderr: '',
    })
    if (!existsSync('/dev/full')) return
    expect(await shell('palate profiles > /dev/full')).toMatchObject({
      code: 1,
      stderr: 'palate: the output cannot be written: ENOSPC: no space left on device, write\n',
    })
  })

  test('a malformed key and malformed settings are reported in one line', async () => {
    for (const key of ['', 'plt_a b', 'schlüssel→']) {
      const { code, stderr } = await palate(['login', '--url', service.url, '--key', '-'], { input: key })
      expect([code, stderr.split('\n').length]).toEqual([2, 2])
    }
    const other = join(directory, 'other')
    mkdirSync(join(other, 'palate'), { recursive: true })
    for (const text of [
      '',
      'null',
      '[]',
      '{"apiKey":5}',
      '{"others":5}',
      '{"others":[null]}',
      '{"url":5,"apiKey":"x"}',
    ]) {
      writeFileSync(join(other, 'palate/config.json'), text)
      const { code, stderr } = await palate(['profiles'], { env: { XDG_CONFIG_HOME: other } })
      expect(code).toBeGreaterThan(0)
      expect(stderr.split('\n')).toHaveLength(2)
    }
  })
})
