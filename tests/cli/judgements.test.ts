import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { keys, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts'
import { openFolder } from './terminal.ts'

describe('what a profile holds, on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate, directory } = folder
  let client: Palate
  let id: string
  let opened: PseudoTerminal | undefined
  beforeAll(async () => {
    for (const [seed, name] of ['a.png', 'b.png', 'c.png'].entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'warm', seed }))
    }
    mkdirSync(join(directory, 'copies'))
    copyFileSync(join(directory, 'a.png'), join(directory, 'copies/other-name.png'))
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    id = folder.profileId()
    client = new Palate({ url: service.url, apiKey: service.key })
    await must('add', 'a.png', 'b.png', '--good')
    await must('answer', 'colour-temperature', 'warm')
    await must('compare', '--choose', 'a.png', '--over', 'c.png')
    await must('commit', '-m', 'One')
  })
  afterEach(async () => {
    opened?.kill()
    await client.annotations.discard(id)
  })
  afterAll(folder.remove)

  const working = async () => (await client.profiles.get(id, { snapshots: 'omit' })).profileData.workingChanges
  const nothing = { constraints: [], exemplars: [], comparisons: [] }
  const budget = async () => JSON.parse(await must('budget', '--json'))
  const complaint = async (...args: readonly string[]) => {
    const before = await working()
    const { code, stderr } = await palate(args)
    expect(await working()).toEqual(before)
    return [code, stderr] as const
  }

  test('list shows names, and what is not committed', async () => {
    await must('add', 'c.png', '--bad')
    await must('relabel', 'b.png', 'bad')
    expect(await must('list')).toBe(
      [
        'Good (1)',
        '   a.png',
        'Bad (2)',
        '~  b.png',
        '+  c.png',
        'Answers (1)',
        '   Warm or cool?  warm',
        'Comparisons (1)',
        '   a.png over c.png',
        '',
      ].join('\n'),
    )
    expect(await must('list', 'good')).toBe('Good (1)\n   a.png\n')
    const { exemplars, constraints } = JSON.parse(await must('list', 'bad', '--json'))
    expect(exemplars).toMatchObject([
      { name: 'b.png', label: 'bad' },
      { name: 'c.png', label: 'bad' },
    ])
    expect(constraints).toEqual([])
    expect((await palate(['list', 'pictures'])).code).toBe(2)
  })

  test('remove takes names, files, question ids, pairs and ids, and undo restores them', async () => {
    const before = await budget()
    const pair = (await client.profiles.get(id)).effectiveSnapshot.comparisons[0]?.id ?? ''
    expect(await must('remove', 'copies/other-name.png', 'colour-temperature', 'c.png,a.png', pair)).toBe(
      'Removed: a.png\nRemoved: Warm or cool? warm\nRemoved: a.png over c.png\nTo commit: palate commit -m "…"\n',
    )
    expect(await must('list')).toBe('Good (1)\n   b.png\n')
    expect((await complaint('remove', 'a.png'))[0]).toBe(1)
    expect(await must('undo')).toContain('3 judgements restored.')
    expect(await working()).toEqual(nothing)
    expect(await budget()).toEqual(before)
  })

  test('a removed judgement that was never committed is restored with its budget', async () => {
    await must('add', 'c.png', '--bad')
    const [added, before] = [await working(), await budget()]
    expect(await must('remove', 'c.png')).toBe('Removed: c.png\n')
    expect(await working()).toEqual(nothing)
    await must('undo')
    expect([await working(), await budget()]).toEqual([added, before])
  })

  test('relabel changes a committed label at no cost, and undo changes it back', async () => {
    const before = await budget()
    expect(await must('relabel', 'a.png', 'bad')).toBe('a.png: good → bad. To commit: palate commit -m "…"\n')
    expect(await must('relabel', 'a.png', 'bad')).toBe('a.png: already bad\n')
    expect((await working()).exemplars).toMatchObject([{ name: 'a.png', label: 'bad' }])
    expect(await budget()).toEqual(before)
    await must('undo')
    expect(await working()).toEqual(nothing)
    expect((await palate(['relabel', 'a.png', 'better'])).code).toBe(2)
  })

  test('discard drops one change or all, and undo restores them', async () => {
    await must('relabel', 'a.png', 'bad')
    await must('remove', 'b.png')
    await must('add', 'c.png', '--bad')
    const [changed, before] = [await working(), await budget()]
    expect(await must('discard', 'b.png')).toBe(
      'Discarded the removal of b.png\nDiscarded 1 change. To restore: palate undo\n',
    )
    await must('undo')
    expect(await must('discard', '--all')).toContain('Discarded 3 changes.')
    expect(await working()).toEqual(nothing)
    await must('undo')
    const sorted = ({ exemplars }: typeof changed) => exemplars.toSorted((a, b) => `${a.id}`.localeCompare(`${b.id}`))
    expect(sorted(await working())).toEqual(sorted(changed))
    expect(await budget()).toEqual(before)
  })

  test('nothing to discard, unknown and ambiguous names are reported, and nothing changes', async () => {
    expect(await complaint('discard', '--all')).toEqual([
      1,
      'palate: nothing to discard: there are no uncommitted changes\n',
    ])
    expect((await complaint('discard'))[0]).toBe(2)
    expect((await complaint('discard', 'a.png', '--all'))[0]).toBe(2)
    for (const args of [
      ['remove', 'a.png', 'z.png'],
      ['relabel', 'z.png', 'good'],
    ]) {
      expect(await complaint(...args)).toEqual([
        1,
        'palate: nothing is called "z.png" here: `palate list` lists what there is\n',
      ])
    }
    await must('add', 'a.png', '--bad', '--dimension', 'likeness')
    const [code, stderr] = await complaint('remove', 'a.png')
    expect([code, stderr]).toEqual([1, expect.stringContaining('matches several judgements; use an id or --dimension')])
    expect(stderr).toMatch(/ {2}exm_\S+: bad picture a\.png \(likeness\)/)
    expect(await must('remove', 'a.png', '--dimension', 'likeness')).toBe('Removed: a.png\n')
  })

  test('a key that may only read changes nothing', async () => {
    const { key } = await client.keys.create({ name: 'Reader', scopes: ['read'] })
    const env = { PALATE_URL: service.url, PALATE_API_KEY: key }
    await must('relabel', 'a.png', 'bad')
    const before = await working()
    for (const args of [
      ['remove', 'b.png'],
      ['relabel', 'b.png', 'bad'],
      ['discard', '--all'],
      ['budget', '--labels', '60'],
    ]) {
      const { stderr } = await palate(args, { env })
      expect(stderr).toContain('use a key with that scope')
    }
    expect((await palate(['list'], { env })).code).toBe(0)
    expect((await palate(['budget'], { env })).code).toBe(0)
    expect(await working()).toEqual(before)
  })

  test('budget shows and changes the totals, and a full budget names it', async () => {
    const { labels } = await budget()
    expect(await must('budget', '--labels', '2', '--questions', '30')).toBe(
      'questions    1 of 30 used\nlabels       2 of 2 used\ncomparisons  1 of 100 used\n',
    )
    const [code, stderr] = await complaint('label', 'c.png', '--bad')
    expect(code).toBe(1)
    expect(stderr).toContain('`palate budget')
    await must('budget', '--labels', String(labels.total))
    expect((await budget()).labels).toEqual(labels)
    expect((await palate(['budget', '--labels', 'many'])).code).toBe(2)
  })

  test('contradictions are listed, and settled with one key on a terminal', async () => {
    expect(await must('contradictions')).toBe('No contradictions.\n')
    const url = 'https://example.com/x.png'
    const twice = (kind: string) => [`${kind}-1`, `${kind}-2`]
    const [good = '', bad = ''] = twice('label')
    await client.annotations.add(id, {
      exemplars: [
        { id: good, url, label: 'good' },
        { id: bad, url, label: 'bad' },
      ],
      constraints: twice('answer').map((one) => ({ id: one, question: 'How loud?', answer: one })),
    })
    const listed = await must('contradictions')
    expect(listed).toContain(`${url}\n  good  ${good}\n  bad   ${bad}\n`)
    expect(listed).toContain('palate remove ID')
    expect(JSON.parse(await must('contradictions', '--json')).contradictions).toHaveLength(2)

    opened = openTerminal(folder, ['contradictions'])
    await opened.see(/1 of 2 How loud\?.*Space skip/)
    opened.press(keys.space)
    await opened.see(/2 of 2 https.*1 good {3}2 bad/)
    opened.press('x', '2')
    const { code, text } = await opened.end()
    expect(text).toContain('Settled 1 of 2 contradictions.')
    expect(code).toBe(0)
    expect((await working()).exemplars).toMatchObject([{ id: bad, label: 'bad' }])
    await must('undo')
    expect((await working()).exemplars).toHaveLength(2)
  })

  test('merge names the picture and asks which label to keep', async () => {
    await must('switch', '-c', 'try/bold')
    await must('relabel', 'a.png', 'bad')
    await must('commit', '-m', 'Bold')
    await must('switch', 'main')
    await must('remove', 'a.png')
    await must('commit', '-m', 'Calm')
    opened = openTerminal(folder, ['merge', 'try/bold'])
    await opened.see(/Conflict 1 of 1: picture a\.png[\s\S]*main: remove it[\s\S]*try\/bold: bad[\s\S]*cancel/)
    opened.press(keys.down, keys.enter)
    expect((await opened.end()).code).toBe(0)
    expect(await must('list', 'bad')).toBe('Bad (1)\n   a.png\n')
  })

  test('completion offers the names of judgements', async () => {
    await expect
      .poll(async () => (await folder.complete(['remove', 'b'])).stdout)
      .toContain('b.png\tgood picture b.png\n')
  })
})
