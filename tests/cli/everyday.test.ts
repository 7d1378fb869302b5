import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unknownKey } from '../harness/unknown-key.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { allCommands, helpOf } from './dry-run.ts'
import { openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

describe('everyday use of the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate, directory } = folder
  let opened: PseudoTerminal | undefined
  beforeAll(async () => {
    mkdirSync(join(directory, 'pictures'))
    for (const [seed, name] of ['warm-1', 'warm-2', 'cold-1', 'cold-2'].entries()) {
      const mood = name.startsWith('warm') ? 'warm' : 'cold'
      writeFileSync(join(directory, `pictures/${name}.png`), await paint({ mood, seed }))
    }
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })
  afterEach(() => opened?.kill())
  afterAll(folder.remove)

  /** A program that does with the edited file what the script says; `$1` is the file. */
  const editor = (script: string): string => {
    const path = join(directory, 'editor')
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const headMessage = async () => JSON.parse(await must('status', '--json')).head?.message

  test('add shows a progress bar on a terminal, and wipes it', async () => {
    opened = openTerminal(folder, ['add', 'pictures', '--good'], { columns: 70 })
    const { code } = await opened.end()
    expect(code).toBe(0)
    expect(opened.output()).toMatch(/\r {20} 0 of 4/)
    expect(opened.output()).toContain('\r\u001b[K')
  })

  test('commit without -m opens the editor with what is to be committed', async () => {
    const script =
      'cp "$2" seen && { echo "  Four covers  "; echo; echo "# a note"; cat "$2"; } > "$2.new" && mv "$2.new" "$2"'
    opened = openTerminal(folder, ['commit'], { env: { EDITOR: `${editor(script)} --wait`, VISUAL: '' } })
    const { code, text } = await opened.end()
    expect([code, text]).toEqual([0, expect.stringMatching(/\w{10} Four covers/)])
    expect(await headMessage()).toBe('Four covers')
    const seen = readFileSync(join(directory, 'seen'), 'utf8')
    expect(seen).toMatch(
      /^\n# What changed, and why\?.*\n# Without a message.*\n# House style, branch main:\n# {3}\+ good picture cold-1\.png\n/,
    )
  })

  test('an empty message, an editor that fails and nothing to commit change nothing', async () => {
    const commit = async (script: string) => {
      opened = openTerminal(folder, ['commit'], { env: { VISUAL: editor(script) } })
      return opened.end()
    }
    expect(await commit('true')).toMatchObject({ code: 1, text: expect.stringContaining('nothing to commit') })
    await must('answer', 'colour-temperature', 'warm')
    expect(await commit('true')).toMatchObject({
      code: 1,
      text: expect.stringContaining('nothing was committed: the message is empty'),
    })
    expect(await commit('exit 7')).toMatchObject({ code: 1, text: expect.stringContaining('exit code 7') })
    expect(await headMessage()).toBe('Four covers')
    await must('discard', '--all')
  })

  test.each([
    ['commit', '-m', ''],
    ['commit', '-m', '  '],
    ['rollback', 'HEAD', '-m', ''],
    ['merge', 'main', '-m', ''],
  ])('palate %s %s refuses an empty message', async (...args) => {
    const { code, stderr } = await palate(args)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^palate: option '-m, --message <text>'.*must not be empty/),
    ])
  })

  test('without a terminal, commit needs -m', async () => {
    expect(await palate(['commit'])).toMatchObject({ code: 2, stderr: expect.stringContaining('pass -m MESSAGE') })
  })

  test.each([
    ['suggest', '-n', '0'],
    ['pick', 'pictures', '--keep', '0'],
    ['webhooks', 'deliveries', 'x', '-n', '0'],
    ['keys', 'create', 'CI', '--days', '0'],
    ['keys', 'create', 'CI', '--days', ''],
    ['keys', 'create', 'CI', '--days', '-1'],
    ['keys', 'usage', 'CI', '--days', '0.5'],
    ['shares', 'create', '--days', '0'],
    ['shares', 'create', '--days', 'Infinity'],
    ['score', 'pictures', '--min', ''],
  ])('palate %s %s %s %s is wrong usage', async (...args) => {
    const { code, stdout, stderr } = await palate(args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^palate: option .* is invalid\. It must be/)])
  })

  test('a key on the command line is wrong usage', async () => {
    expect((await palate(['login', '--key', service.key])).code).toBe(2)
  })

  test('every refusal begins with `palate:`', async () => {
    for (const args of [
      ['nonsense'],
      ['score'],
      ['score', '--nonsense', 'x'],
      ['log', '-n', 'x'],
      ['commit', '--branch'],
    ]) {
      const { code, stderr } = await palate(args)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^palate: (?!error:)/)])
    }
  })

  test('a broken palate.json, no profile and a malformed key are wrong configuration: 2', async () => {
    const broken = join(directory, 'broken')
    mkdirSync(broken)
    for (const text of ['{"profileId":', 'null', '[]', '5', '{}']) {
      writeFileSync(join(broken, 'palate.json'), text)
      const { code, stderr } = await palate(['status'], { cwd: broken })
      expect([text, code, stderr]).toEqual([
        text,
        2,
        expect.stringMatching(/^palate: \S*palate\.json (is not JSON|is not an object|names no profile).*\n$/),
      ])
    }
    const none = await palate(['status'], { cwd: join(directory, '..') })
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no profile: run `palate init`')])
    const withKey = (key: string) => palate(['status'], { env: { PALATE_URL: service.url, PALATE_API_KEY: key } })
    for (const key of ['plt_a b', 'plt_nobody', 'nonsense', service.key.slice(0, -1), `${service.key}x`]) {
      expect(await withKey(key)).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^palate: the key is malformed: copy all of it again/),
      })
    }
    expect(await withKey(unknownKey)).toMatchObject({ code: 4, stderr: expect.stringContaining('not valid') })
  })

  test('no help names a default twice', () => {
    const doubled = allCommands().flatMap(
      (command) => helpOf(command).match(/.*\(default:[^)]*\)\s*\(default:.*/g) ?? [],
    )
    expect(doubled).toEqual([])
  })

  test('--quiet prints only what fails, and --top only the best, in every format', async () => {
    const silent = { code: 0, stdout: '', stderr: '' }
    expect(await palate(['score', 'pictures', '--quiet'])).toEqual(silent)
    // Pictures that pass although they are close to the minimum, and such that score as they did before.
    await must('profiles', 'create', 'Untaught', '--project', 'studio')
    const unsure = ['score', 'pictures', '--gate', '--allow-close', '--profile', 'Untaught']
    expect((await palate(unsure)).stderr).toContain('a person should look')
    expect(await palate([...unsure, '--quiet'])).toEqual(silent)
    expect(await palate(['score', 'pictures', '--baseline', '.', '--quiet'])).toEqual(silent)
    const names = (text: string) => [...text.matchAll(/[\w/-]+\.png/g)].map(([name]) => name)
    const all = names(await must('score', 'pictures'))
    expect(all).toHaveLength(4)
    expect(names(await must('score', 'pictures', '--top', '2'))).toEqual(all.slice(0, 2))
    expect(names(await must('score', 'pictures', '--top', '2', '--csv'))).toEqual(all.slice(0, 2))
    const { scores } = JSON.parse(await must('score', 'pictures', '--top', '1', '--json'))
    expect(scores.map(({ frame_id }: { frame_id: string }) => frame_id)).toEqual(all.slice(0, 1))
    expect((await palate(['score', 'pictures', '--top', '0'])).code).toBe(2)
    const ranked = JSON.parse(await must('score', 'pictures', '--json')).scores.map(
      ({ aesthetics }: never) => aesthetics,
    )
    const min = String(ranked.toSorted()[1])
    const failing = await palate(['score', 'pictures', '--min', min, '--quiet'])
    expect([failing.code, names(failing.stdout)]).toEqual([3, all.slice(3)])
    writeFileSync(join(directory, 'broken.png'), 'no picture')
    const unreadable = await palate(['score', 'pictures', 'broken.png', '--quiet', '--csv'])
    expect([unreadable.code, names(unreadable.stdout)]).toEqual([1, ['broken.png']])
  })

  test('--html - and --junit - print the report alone', async () => {
    expect(await must('score', 'pictures', '--html', '-')).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i)
    expect(await must('score', 'pictures', '--junit', '-')).toMatch(/^<\?xml[\s\S]*<\/testsuites>\s*$/)
    for (const other of [['--json'], ['--csv'], ['--verdict'], ['--junit', '-']]) {
      const { code, stderr } = await palate(['score', 'pictures', '--html', '-', ...other])
      expect([code, stderr]).toEqual([2, expect.stringContaining('standard output takes one of')])
    }
    expect(await must('brief', '-o', '-')).toBe(await must('brief'))
  })

  test.each([
    [80, 20],
    [45, 10],
    [34, 0],
  ])('on a terminal of %i columns, bars have %i', async (columns, width) => {
    opened = openTerminal(folder, ['score', 'pictures/warm-1.png'], { columns })
    const { text } = await opened.end()
    const line = text.split('\n').find((one) => one.includes('warm-1.png')) ?? ''
    expect(line.trimEnd().length).toBeLessThanOrEqual(columns)
    const [, bar = ''] = /^0\.\d{4}(.*)pictures\/warm-1\.png/.exec(line) ?? []
    // Four more for the heading of the first column, and a gap of two on each side.
    expect(bar.length).toBe(width === 0 ? 6 : width + 8)
  })

  test('suggest names the command that answers a question', async () => {
    const text = await must('suggest', '--kind', 'question', '-n', '1')
    const [, id = ''] = /^ {2}palate answer ([\w-]+) ANSWER$/m.exec(text) ?? []
    expect(await must('answer', id, 'warm')).toContain('(1 of')
    await must('discard', '--all')
  })

  test('a question is found by its text, and keeps its id', async () => {
    const { suggestions } = JSON.parse(await must('suggest', '--kind', 'question', '--json'))
    const { id: questionId, question, category } = suggestions[0]
    await must('answer', ` ${question.toUpperCase()} `, 'calm')
    const { constraints } = JSON.parse(await must('list', 'answers', '--json'))
    expect(constraints).toEqual([expect.objectContaining({ questionId, question, category, answer: 'calm' })])
    await must('discard', '--all')
  })
})
