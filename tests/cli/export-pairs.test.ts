import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate export --format dpo', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const picture = async (name: string, mood: Mood, seed: number) => writeFileSync(at(name), await paint({ mood, seed }))
  const dpo = (...args: readonly string[]) => palate(['export', '--format', 'dpo', ...args])

  beforeAll(async () => {
    for (const name of ['good', 'bad', 'pair']) mkdirSync(at(name))
    for (const i of [1, 2, 3]) await picture(`good/${i}.png`, 'warm', i)
    for (const i of [1, 2]) await picture(`bad/${i}.png`, 'cold', i)
    for (const i of [1, 2]) await picture(`pair/${i}.png`, 'warm', 10 + i)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  test('refuses a profile without pairs, and needs a folder', async () => {
    const { code, stderr } = await dpo('-o', 'pairs')
    expect([code, stderr]).toEqual([1, expect.stringContaining('no comparisons, and no good and bad pictures')])
    expect((await dpo()).code).toBe(2)
    expect((await palate(['export', 'a.json', '-o', 'b.json'])).code).toBe(2)
    expect(readdirSync(directory).filter((name) => name.includes('pairs'))).toEqual([])
  })

  test('writes the judged pictures unchanged, and a line for each pair', async () => {
    await must('add', 'good', '--good')
    await must('add', 'bad', '--bad')
    await must('compare', '--choose', 'pair/1.png', '--over', 'pair/2.png')
    await must('compare', '--choose', 'bad/1.png', '--over', 'good/1.png')
    await must('compare', '--tie', 'good/2.png', 'good/3.png')
    await must('commit', '-m', 'Pairs')
    mkdirSync(at('deep'))
    mkdirSync(at('deep/pairs'))
    expect(await must('export', '--format', 'dpo', '-o', 'deep/pairs')).toBe('Wrote 4 pairs to deep/pairs.\n')
    expect(readdirSync(at('deep'))).toEqual(['pairs'])
    const lines = readFileSync(at('deep/pairs/metadata.jsonl'), 'utf8').trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line))
    // The comparison of a good and a bad picture replaces the pair of their labels.
    expect(rows.map(({ source }) => source)).toEqual(['comparison', 'comparison', 'labels', 'labels'])
    const original = (row: Record<string, string>, side: string) => {
      const bytes = readFileSync(at(`deep/pairs/${row[`${side}_file_name`]}`))
      const names = ['good', 'bad', 'pair'].flatMap((name) => readdirSync(at(name)).map((file) => `${name}/${file}`))
      return names.find((name) => readFileSync(at(name)).equals(bytes))
    }
    expect(rows.map((row) => [original(row, 'chosen'), original(row, 'rejected')])).toEqual([
      ['pair/1.png', 'pair/2.png'],
      ['bad/1.png', 'good/1.png'],
      ['good/2.png', 'bad/2.png'],
      ['good/3.png', 'bad/1.png'],
    ])
    expect(rows[0]).toEqual({
      chosen_file_name: expect.stringMatching(/^chosen\/[0-9a-f]{32}\.png$/),
      rejected_file_name: expect.stringMatching(/^rejected\/[0-9a-f]{32}\.png$/),
      prompt: expect.any(String),
      source: 'comparison',
    })
    const again = await dpo('-o', 'deep/pairs')
    expect([again.code, again.stderr]).toEqual([2, 'palate: deep/pairs is not empty\n'])
    expect((await dpo('-o', 'other', '--dimension', 'likeness')).code).toBe(1)
  })

  test('leaves out pictures that cannot be read, and then exits with 1', async () => {
    const { profileId } = JSON.parse(readFileSync(at('palate.json'), 'utf8'))
    const comparison = {
      frameA: { id: 'x', url: 'http://127.0.0.1:1/x.png' },
      frameB: { id: 'y', url: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` },
      winner: 'x',
    }
    await service.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { comparisons: [comparison] } })
    await must('commit', '-m', 'A dead link')
    const { code, stdout, stderr } = await dpo('-o', 'partly', '--json')
    expect([code, JSON.parse(stdout).pairs]).toEqual([1, 4])
    expect(stderr).toMatch(/^palate: left out http:\/\/127\.0\.0\.1:1\/x\.png: .+$/m)
    expect(stderr).toMatch(/it is not a picture$/m)
    expect(existsSync(at('partly/metadata.jsonl'))).toBe(true)
  })
})
