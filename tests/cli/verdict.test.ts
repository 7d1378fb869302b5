import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

/** What a command printed to standard error, except what it scored against. */
function withoutState(stderr: string): string {
  const lines = stderr.split(/(?<=\n)/)
  expect(lines[0]).toMatch(/^palate: scored against House style \(prof_\w+\), branch main, version \w{10}\n$/)
  return lines.slice(1).join('')
}

describe('verdicts on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const picture = async (name: string, mood: Mood, seed: number) => writeFileSync(at(name), await paint({ mood, seed }))

  beforeAll(async () => {
    for (const name of ['good', 'bad', 'new']) mkdirSync(at(name))
    for (let i = 0; i < 5; i++) {
      await picture(`good/${i}.png`, 'warm', 10 + i)
      await picture(`bad/${i}.png`, 'cold', 20 + i)
    }
    await picture('new/warm.png', 'warm', 1)
    await picture('new/cold.png', 'cold', 1)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'good', '--good')
    await must('add', 'bad', '--bad')
    await must('commit', '-m', 'Warm')
  })

  const threshold = async () => JSON.parse(await must('threshold', '--json'))

  test('threshold prints what it passes, and sets and removes it', async () => {
    const learned = await threshold()
    expect(learned).toMatchObject({ dimension: 'aesthetics', source: 'learned' })
    const sentence = `A score of ${learned.pass} passes 5 of the 5 pictures the owner likes and 0 of the 5 that the owner does not, each held out while the model learned.`
    expect(await must('threshold')).toContain(sentence)
    expect(await must('threshold', '--set', '0.9')).toMatch(/^A score of 0\.9 passes .+ was set by hand\.\n/)
    expect(await threshold()).toMatchObject({ pass: 0.9, source: 'set' })
    await must('threshold', '--unset')
    expect(await threshold()).toEqual(learned)
    for (const wrong of [
      ['--set', '2'],
      ['--set', 'x'],
      ['--set', '0.5', '--unset'],
    ]) {
      expect((await palate(['threshold', ...wrong])).code).toBe(2)
    }
    expect((await palate(['threshold', '--dimension', 'brightness'])).code).toBe(1)
  })

  test('brief prints Markdown, JSON or DESIGN.md, and writes a file', async () => {
    expect(await must('brief')).toMatch(/^# House style\n\n.+\n\nIt seems to be about .+\n\n## Aim for\n/)
    expect(JSON.parse(await must('brief', '--format', 'json'))).toMatchObject({ name: 'House style' })
    expect(JSON.parse(await must('brief', '--json')).aim).toContain('warm colours')
    const { stdout, stderr } = await palate(['brief', '--format', 'design', '-o', 'DESIGN.md'])
    expect([stdout, stderr]).toEqual(['', 'palate: wrote DESIGN.md\n'])
    const colours = /^---\nname: "House style"\ncolors:\n {2}neutral: "#[0-9a-f]{6}"\n {2}primary: "#[0-9a-f]{6}"\n/
    expect(readFileSync(at('DESIGN.md'), 'utf8')).toMatch(colours)
    expect((await palate(['brief', '--format', 'pdf'])).code).toBe(2)
    expect(await palate(['brief', '-o', 'none/brief.md'])).toMatchObject({ code: 1, stdout: '' })
  })

  test('score --verdict prints one JSON object for each picture, best first', async () => {
    writeFileSync(at('broken.png'), 'no picture')
    const { code, stdout } = await palate(['score', 'new', 'broken.png', '--verdict'])
    expect(code).toBe(1)
    const [warm, cold, broken] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(warm).toMatchObject({ picture: 'new/warm.png', verdict: 'pass', unsure: expect.any(Boolean) })
    expect(cold).toMatchObject({ picture: 'new/cold.png', verdict: 'fail' })
    expect(cold.differences).toContain('It has more blue than what you like.')
    expect(cold.suggestions[0]).toMatch(/^Make the colours warmer \(about \+0\.\d+\)$/)
    expect(broken).toEqual({ picture: 'broken.png', score: null, error: expect.any(String) })
    const { scores } = JSON.parse(await must('score', 'new', '--verdict', '--json'))
    expect(scores[0].verdict.aesthetics.decision).toBe('fail')
    // One unit everywhere: what an agent reads here compares with the tools, the threshold and the brief.
    expect([cold.score, warm.score]).toEqual(scores.map(({ aesthetics }: { aesthetics: number }) => aesthetics))
    const { pass, fail } = await threshold()
    expect([warm, cold]).toMatchObject([
      { pass, fail },
      { pass, fail },
    ])
    expect((await palate(['score', 'new', '--verdict', '--csv'])).code).toBe(2)
  })

  test('score --gate refuses pictures that do not pass', async () => {
    const { pass } = await threshold()
    const refused = await palate(['score', 'new', '--gate'])
    expect([refused.code, withoutState(refused.stderr)]).toEqual([3, `palate: 1 picture of 2 scored below ${pass}\n`])
    expect(refused.stdout).toMatch(new RegExp(`cold.png +below ${pass}$`, 'm'))
    expect((await palate(['score', 'new/warm.png', '--gate'])).code).toBe(0)
    await must('threshold', '--set', '1')
    expect((await palate(['score', 'new/warm.png', '--gate'])).code).toBe(3)
    await must('threshold', '--unset')
    expect((await palate(['score', 'new', '--gate', '--min', '0.5'])).code).toBe(2)
    const unknown = await palate(['score', 'new', '--gate', '--dimension', 'brightness'])
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('"brightness" is not a dimension')])
  })

  test('score --gate needs only the scope score', async () => {
    const made = await palate(['keys', 'create', 'CI', '--scopes', 'score'])
    const { profileId } = JSON.parse(readFileSync(at('palate.json'), 'utf8'))
    const env = { PALATE_API_KEY: made.stdout.trim() }
    expect((await palate(['score', 'new', '--profile', profileId, '--gate'], { env })).code).toBe(3)
  })

  test('pick prints the best pictures and copies them', async () => {
    const one = await palate(['pick', 'new'])
    expect([one.code, one.stdout, withoutState(one.stderr)]).toEqual([0, 'new/warm.png\n', ''])
    const both = await palate(['pick', 'new/cold.png', 'new/warm.png', '--keep', '5', '--copy-to', 'short/list'])
    expect([both.stdout, withoutState(both.stderr)]).toEqual([
      'new/warm.png\nnew/cold.png\n',
      'palate: copied 2 pictures to short/list\n',
    ])
    expect(readdirSync(at('short/list')).sort()).toEqual(['cold.png', 'warm.png'])
    const { picked, rejected, isClear } = JSON.parse(await must('pick', 'new', '--json'))
    expect([picked.length, rejected.length, isClear]).toEqual([1, 1, true])
  })

  test('pick says when the best two cannot be told apart, and which pictures could not be scored', async () => {
    writeFileSync(at('copy.png'), readFileSync(at('new/warm.png')))
    const { code, stdout, stderr } = await palate(['pick', 'new/warm.png', 'copy.png', 'broken.png'])
    expect([code, stdout]).toEqual([1, 'new/warm.png\n'])
    expect(stderr).toContain(
      'the best two cannot be told apart: the owner would choose new/warm.png over copy.png in about 50 of 100 cases\n',
    )
    expect(stderr).toMatch(/1 picture could not be scored\n.*broken\.png: /)
  })

  test('pick refuses what it cannot do before it scores', async () => {
    const wrong = [
      ['new', '--keep', '0'],
      ['new', '--keep', 'two'],
      ['https://example.com/a.png', '--copy-to', 'there'],
      ['good/0.png', 'bad/0.png', '--copy-to', 'there'],
    ]
    for (const args of wrong) expect((await palate(['pick', ...args])).code).toBe(2)
    expect(existsSync(at('there'))).toBe(false)
  })
})
