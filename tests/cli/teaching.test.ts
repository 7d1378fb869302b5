import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { typedCharactersMax } from '../../packages/cli/src/api/teaching/session/teaching-session.ts'
import { createFlakyProxy } from '../harness/flaky-proxy.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { keys, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

type Element = Readonly<Record<string, unknown>>

describe('teaching on a terminal', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, directory } = folder
  const names = ['a.png', 'b.png', 'c.png', 'd.png']
  let id: string
  let opened: PseudoTerminal | undefined

  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    for (const [seed, name] of names.entries()) {
      const picture = await paint({ mood: seed % 2 === 0 ? 'warm' : 'cold', seed })
      writeFileSync(join(directory, name), picture)
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(picture)]), name)
      const headers = { authorization: `Bearer ${service.key}` }
      const url = `${service.url}/api/frames/upload?projectId=studio`
      expect((await fetch(url, { method: 'POST', body: form, headers })).status).toBe(201)
    }
    // Not in the library.
    for (const [seed, name] of ['e.png', 'f.png', 'g.png'].entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'warm', seed: 10 + seed }))
    }
    id = folder.profileId()
  })
  afterEach(() => opened?.kill())
  afterAll(folder.remove)

  const run = (...args: Parameters<typeof openTerminal> extends [unknown, ...infer Rest] ? Rest : never) => {
    opened = openTerminal(folder, ...args)
    return opened
  }
  const working = async () =>
    (await service.call('GET', `/v1/profiles/${id}?snapshots=omit`)).body.profileData.workingChanges as {
      readonly [list in 'constraints' | 'exemplars' | 'comparisons']: readonly Element[]
    }

  test('compare asks about pairs, one key press each, and records the sides', async () => {
    const terminal = run(['compare'])
    const first = pairOn(await terminal.see('Which is better?'))
    terminal.press(keys.left)
    await terminal.see(/· 1 of 100 comparisons used[\s\S]*Which is/)
    terminal.press(keys.backspace)
    expect(pairOn(await terminal.see(/· 0 of 100 comparisons used[\s\S]*Which is[\s\S]*Undone/))).toEqual(first)
    terminal.press('?')
    await terminal.see('Space: skip; uses no budget')
    terminal.press(keys.right)
    const second = pairOn(await terminal.see(/· 1 of 100 comparisons used[\s\S]*Which is[\s\S]*✓/))
    expect(second).not.toEqual(first)
    terminal.press(keys.down)
    const third = pairOn(await terminal.see(/· 2 of 100 comparisons used[\s\S]*Which is[\s\S]* tie/))
    terminal.press('g')
    await terminal.see(/Which is[\s\S]*✓ [abcd]\.png and [abcd]\.png: good/)
    terminal.press(keys.space)
    await terminal.see(/Which is[\s\S]*Skipped\./)
    terminal.press('q')
    const { code, text } = await terminal.end()
    expect(text).toContain('Added 2 good pictures, 2 comparisons (2 of 100 comparisons used).')
    expect(text).toContain('To commit: palate commit -m')
    expect(text).toMatch(/About \d+ judgements? more would help\./)
    expect(code).toBe(0)
    const { comparisons, exemplars } = await working()
    const frames = await library()
    expect(comparisons).toEqual([
      comparisonOf(first, first.right, frames),
      { ...comparisonOf(second, first.right, frames), winner: 'tie' },
    ])
    expect(exemplars.map(({ name, label }) => ({ name, label }))).toEqual([
      { name: third.left, label: 'good' },
      { name: third.right, label: 'good' },
    ])
  })

  test('label labels suggested pictures as good or bad, and Ctrl-C loses nothing', async () => {
    const before = (await working()).exemplars
    const terminal = run(['label', '--dimension', 'likeness'])
    const [, name] = /^([abcd]\.png)$/m.exec(await terminal.see('Good or bad?')) ?? []
    terminal.press('b')
    await terminal.see(/· 3 of 50 labels used[\s\S]*Good or bad\?/)
    terminal.press('g', keys.ctrlC)
    const { code, text } = await terminal.end()
    expect(text).toContain('Added 1 good picture, 1 bad picture (4 of 50 labels used).')
    expect(code).toBe(0)
    const added = (await working()).exemplars.slice(before.length)
    expect(added[0]).toMatchObject({ name, label: 'bad', dimension: 'likeness', url: expect.stringMatching(/^frame:/) })
  })

  test('label shows the given files, redraws them on resize, and uploads labelled ones', async () => {
    const terminal = run(['label', 'e.png', 'f.png', 'g.png'], { env: { PALATE_IMAGES: 'blocks' } })
    const wide = await terminal.see(/Good or bad\?[\s\S]*e\.png/)
    expect(widest(wide)).toBeGreaterThan(40)
    terminal.resize(40, 20)
    await expect.poll(() => widest(terminal.screen())).toBeLessThan(41)
    terminal.press(keys.space)
    await terminal.see(/2 of 3 pictures[\s\S]*Good or bad\?[\s\S]*f\.png/)
    terminal.press(keys.backspace)
    await terminal.see(/1 of 3 pictures[\s\S]*Good or bad\?[\s\S]*Back\.[\s\S]*e\.png/)
    terminal.press('g')
    await terminal.see(/Good or bad\?[\s\S]*✓ e\.png: good[\s\S]*f\.png/)
    terminal.press(keys.space)
    await terminal.see(/3 of 3 pictures[\s\S]*Good or bad\?[\s\S]*Skipped\.[\s\S]*g\.png/)
    terminal.press(keys.space)
    expect((await terminal.end()).text).toMatch(
      /That was the last picture\. To go on with pairs: palate compare\s+Added 1 good picture \(5 of 50 labels used\)/,
    )
    const [last] = (await working()).exemplars.slice(-1)
    const frames = await library()
    expect(last).toMatchObject({ name: 'e.png', label: 'good', url: `frame:${frames.get('e.png')}` })
  })

  test('pictures without a URL can be compared but not labelled, and nothing else is offered', async () => {
    await must('profiles', 'create', 'Scored only', '--project', 'scored')
    await must('score', 'e.png', 'f.png', 'g.png', '--profile', 'Scored only')
    const comparing = run(['compare', '--profile', 'Scored only'])
    const screen = await comparing.see(/Which is better\?[\s\S]*← left/)
    expect(screen).not.toMatch(/both good|both bad/)
    comparing.press('q')
    await comparing.end()
    const labelling = run(['label', '--profile', 'Scored only'])
    const { code, text } = await labelling.end()
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(
        /Nothing left to label\. To label your own pictures: palate label FOLDER\s+Nothing was added/,
      ),
    ])
  })

  const widest = (screen: string) => Math.max(...screen.split('\n').map((line) => line.match(/▀+/)?.[0].length ?? 0))

  test('answer accepts a number, a text and a skip', async () => {
    const terminal = run(['answer', '--json'])
    const [, question, first] = /\n\n(\S[^\n]*\?)\n[\s\S]*\n1 {2}(\S.*)\n/.exec(await terminal.see('1  ')) ?? []
    terminal.press('1')
    await terminal.see(/· 1 of 20 questions used[\s\S]*\n1 {2}/)
    terminal.press('quite warm, 2')
    await terminal.see('> quite warm, 2')
    terminal.press(keys.backspace, keys.backspace, keys.backspace, keys.enter)
    await terminal.see(/· 2 of 20 questions used[\s\S]*\n1 {2}[\s\S]*quite warm Taken as: [^\n]*warmer/)
    terminal.press(keys.space)
    await terminal.see(/\n1 {2}[\s\S]*Skipped/)
    terminal.press('w'.repeat(typedCharactersMax + 1), keys.enter)
    await terminal.see(/· 3 of 20 questions used[\s\S]*\n1 {2}/)
    terminal.press('q', keys.enter)
    const { code, text } = await terminal.end()
    expect(code).toBe(0)
    const { constraints, budget } = JSON.parse(text)
    expect(constraints).toEqual((await working()).constraints)
    expect(budget.questions.used).toBe(3)
    expect(constraints[0]).toMatchObject({ question, answer: first, questionId: expect.any(String) })
    expect(constraints[1]).toMatchObject({ answer: 'quite warm' })
    expect(constraints[2]).toMatchObject({ answer: 'w'.repeat(typedCharactersMax) })
  })

  test('an unsent judgement is retried, or kept for the next run', async () => {
    const proxy = await createFlakyProxy(new URL(service.url))
    const env = { PALATE_URL: `http://127.0.0.1:${proxy.port}`, PALATE_API_KEY: service.key }
    try {
      const terminal = run(['compare'], { env })
      await terminal.see('Which is better?')
      await proxy.cut()
      terminal.press(keys.left)
      await terminal.see('1 judgement not sent yet; retrying. no response from')
      await proxy.mend()
      await terminal.see(/· 3 of 100 comparisons used[\s\S]*Which is/)
      await proxy.cut()
      terminal.press(keys.left)
      await terminal.see('1 judgement not sent yet')
      terminal.press('q')
      const { code, text } = await terminal.end()
      expect(text).toContain('palate: 1 judgement could not be sent')
      expect(code).toBe(1)
      await proxy.mend()
    } finally {
      await proxy.cut()
    }
    expect((await working()).comparisons).toHaveLength(3)
    const next = run(['compare'])
    await next.see(/· 4 of 100 comparisons used/)
    next.press(keys.escape)
    expect((await next.end()).text).toContain('Added 1 comparison (4 of 100 comparisons used).')
    expect((await working()).comparisons).toHaveLength(4)
  })

  test('a picture that is labelled again changes its label, and Backspace changes it back', async () => {
    await must('label', 'g.png', '--good')
    const before = await working()
    const terminal = run(['label', 'g.png', 'g.png'])
    await terminal.see(/Good or bad\?[\s\S]*g\.png/)
    terminal.press('b')
    await terminal.see(/Good or bad\?[\s\S]*✓ g\.png: bad/)
    await expect.poll(async () => labelsOf('g.png', (await working()).exemplars)).toEqual(['bad'])
    terminal.press(keys.backspace)
    await terminal.see(/Good or bad\?[\s\S]*Undone/)
    await expect.poll(working).toEqual(before)
    terminal.press('b')
    await terminal.see(/Good or bad\?[\s\S]*✓ g\.png: bad/)
    terminal.press('q')
    expect((await terminal.end()).text).toMatch(/\nChanged 1 judgement \(\d of 50 labels used\)/)
    expect((await working()).exemplars).toHaveLength(before.exemplars.length)
    await must('undo')
    expect(await working()).toEqual(before)
  })

  const labelsOf = (name: string, exemplars: readonly Element[]) =>
    exemplars.flatMap((one) => (one.name === name && one.dimension === undefined ? [one.label] : []))

  test('without a terminal each command has flags and names them', async () => {
    const { palate } = folder
    for (const [command, instead] of [
      ['compare', '--choose PICTURE --over PICTURE'],
      ['label', '--good or --bad'],
      ['answer', 'QUESTION ANSWER'],
    ] as const) {
      const { code, stderr } = await palate([command])
      expect(stderr).toContain('palate: cannot ask without a terminal')
      expect(stderr).toContain(instead)
      expect(code).toBe(2)
    }
    const frames = await library()
    expect(await must('compare', '--choose', 'f.png', '--over', frames.get('a.png') ?? '')).toContain(
      'f.png over a.png (5 of 100 comparisons used)',
    )
    expect(await must('compare', '--choose', 'a.png', '--over', 'f.png')).toContain(
      'a.png over f.png, no longer the other way round (5 of 100 comparisons used)',
    )
    const tie = JSON.parse(await must('compare', '--tie', 'a.png', 'b.png', '--dimension', 'likeness', '--json'))
    expect(tie.comparisons).toMatchObject([{ winner: 'tie', dimension: 'likeness' }])
    expect(await must('label', 'f.png', '--bad')).toContain('Added 1 bad picture (7 of 50 labels used)')
    expect(await must('answer', 'What should we avoid?', 'neon')).toMatch(
      /^What should we avoid\? neon \(4 of 20 questions used\)\. To commit: [^\n]*\nTaken as: less neon\.\n$/,
    )
    expect(await palate(['compare', '--choose', 'a.png', '--over', 'z.png'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('z.png is neither a file nor a frame in project studio'),
    })
    expect(await palate(['answer', 'colour-nonsense', 'warm'])).toMatchObject({ code: 1 })
  })

  async function library(): Promise<ReadonlyMap<string, string>> {
    const { frames } = (await service.call('GET', '/api/frames?projectId=studio')).body
    return new Map(frames.map((frame: Element) => [frame.name, frame.id]))
  }

  interface Pair {
    readonly left: string
    readonly right: string
  }

  const comparisonOf = ({ left, right }: Pair, winner: string, frames: ReadonlyMap<string, string>) => ({
    id: expect.stringMatching(/^cmp_/),
    frameA: { id: frames.get(left), url: `frame:${frames.get(left)}` },
    frameB: { id: frames.get(right), url: `frame:${frames.get(right)}` },
    winner: frames.get(winner),
  })

  function pairOn(screen: string): Pair {
    const [, left = ''] = /^1 (\S+)$/m.exec(screen) ?? []
    const [, right = ''] = /^2 (\S+)$/m.exec(screen) ?? []
    expect(names).toContain(left)
    expect(names).toContain(right)
    return { left, right }
  }
})
