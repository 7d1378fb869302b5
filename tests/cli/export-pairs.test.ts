import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrainingPair } from '../../packages/cli/src/api/transfer/training-pairs.ts'
import { openDpoFormat, pickAPicFormat, writePairs } from '../../packages/cli/src/api/transfer/write-pairs.ts'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate export --format pairs and dpo', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const picture = async (name: string, mood: Mood, seed: number) => writeFileSync(at(name), await paint({ mood, seed }))
  const folders = ['good', 'bad', 'pair']
  const originalOf = (bytes: Uint8Array) =>
    folders
      .flatMap((name) => readdirSync(at(name)).map((file) => `${name}/${file}`))
      .find((name) => readFileSync(at(name)).equals(bytes))

  beforeAll(async () => {
    for (const name of folders) mkdirSync(at(name))
    for (const i of [1, 2, 3]) await picture(`good/${i}.png`, 'warm', i)
    for (const i of [1, 2, 3]) await picture(`bad/${i}.png`, 'cold', i)
    for (const i of [1, 2, 3, 4]) await picture(`pair/${i}.png`, 'warm', 10 + i)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  test('refuse a profile without pairs of one prompt, say why, and need a folder', async () => {
    await must('compare', '--choose', 'pair/3.png', '--over', 'pair/4.png')
    await must('commit', '-m', 'Without prompts')
    const { code, stderr } = await palate(['export', '--format', 'pairs', '-o', 'pairs'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('no judged pairs of the same prompt')])
    expect(stderr).toContain('(without a prompt): 1')
    for (const format of ['pairs', 'dpo']) expect((await palate(['export', '--format', format])).code).toBe(2)
    expect((await palate(['export', 'a.json', '-o', 'b.json'])).code).toBe(2)
    expect(readdirSync(directory).filter((name) => name.includes('pairs'))).toEqual([])
  })

  test('write the judged pairs of the same prompt, and say how many others were left out and why', async () => {
    const madeWith = ['--prompt', 'A lamp', '--group', 'run 1', '--seed', '7']
    await must('add', 'good/1.png', 'good/2.png', '--good', ...madeWith)
    await must('add', 'bad/1.png', '--bad', ...madeWith)
    await must('add', 'bad/2.png', '--bad', '--prompt', 'A chair')
    await must('add', 'bad/3.png', '--bad')
    await must('compare', '--choose', 'bad/1.png', '--over', 'good/1.png')
    await must('compare', '--tie', 'good/1.png', 'good/2.png')
    await must('compare', '--choose', 'good/2.png', '--over', 'bad/2.png')
    await must('commit', '-m', 'Pairs')
    const printed = await must('export', '--format', 'pairs', '-o', 'deep/pairs')
    // The comparison of a good and a bad picture replaces the pair of their labels.
    expect(printed).toBe(
      [
        'Wrote 3 pairs to deep/pairs.',
        'Left out (without a prompt): 2.',
        'Left out (of different prompts): 1.',
        'Left out (labelled pictures without one of the other label and the same prompt): 1.',
        '',
      ].join('\n'),
    )
    expect(readdirSync(at('deep'))).toEqual(['pairs'])
    const lines = readFileSync(at('deep/pairs/metadata.jsonl'), 'utf8').trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line))
    const shown = rows.map((row) => [
      originalOf(readFileSync(at(`deep/pairs/${row.jpg_0_file_name}`))),
      originalOf(readFileSync(at(`deep/pairs/${row.jpg_1_file_name}`))),
      row.label_0,
      row.label_1,
      row.source,
    ])
    expect(shown).toEqual([
      ['bad/1.png', 'good/1.png', 1, 0, 'comparison'],
      ['good/1.png', 'good/2.png', 0.5, 0.5, 'comparison'],
      ['good/2.png', 'bad/1.png', 1, 0, 'labels'],
    ])
    const uid = /^[0-9a-f]{32}$/
    expect(rows[0]).toEqual({
      jpg_0_file_name: expect.stringMatching(/^pictures\/[0-9a-f]{32}\.png$/),
      jpg_1_file_name: expect.stringMatching(/^pictures\/[0-9a-f]{32}\.png$/),
      label_0: 1,
      label_1: 0,
      caption: 'A lamp',
      are_different: true,
      has_label: true,
      best_image_uid: rows[0].image_0_uid,
      image_0_uid: expect.stringMatching(uid),
      image_1_uid: expect.stringMatching(uid),
      created_at: expect.stringMatching(/^20\d\d-/),
      user_id: expect.stringMatching(/^key_/),
      source: 'comparison',
      group_0: 'run 1',
      group_1: 'run 1',
      seed_0: '7',
      seed_1: '7',
    })
    expect(rows[1]).toMatchObject({ are_different: false, best_image_uid: 'tie' })
    const again = await palate(['export', '--format', 'pairs', '-o', 'deep/pairs'])
    expect([again.code, again.stderr]).toEqual([2, 'palate: deep/pairs is not empty\n'])
    expect((await palate(['export', '--format', 'pairs', '-o', 'other', '--dimension', 'likeness'])).code).toBe(1)
  })

  test('dpo is one Parquet file with the bytes of both pictures, without ties', async () => {
    const printed = await must('export', '--format', 'dpo', '-o', 'dpo')
    expect(printed).toContain('Wrote 2 pairs to dpo.\n')
    expect(printed).toContain('Left out (ties): 1.\n')
    expect(readdirSync(at('dpo'))).toEqual(['train.parquet'])
    const file = await asyncBufferFromFile(at('dpo/train.parquet'))
    const { schema } = await parquetMetadataAsync(file)
    expect(schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ['jpg_0', 'BYTE_ARRAY'],
      ['jpg_1', 'BYTE_ARRAY'],
      ['label_0', 'DOUBLE'],
      ['label_1', 'DOUBLE'],
      ['caption', 'BYTE_ARRAY'],
    ])
    const rows = await parquetReadObjects({ file, utf8: false })
    const shown = rows.map(({ jpg_0, jpg_1, label_0, label_1, caption }) => [
      originalOf(jpg_0 as Uint8Array),
      originalOf(jpg_1 as Uint8Array),
      label_0,
      label_1,
      caption,
    ])
    expect(shown).toEqual([
      ['bad/1.png', 'good/1.png', 1, 0, 'A lamp'],
      ['good/2.png', 'bad/1.png', 1, 0, 'A lamp'],
    ])
  })
})

describe('frames that are deleted during an export', () => {
  const pair = (a: string, b: string): TrainingPair => ({
    pictures: [{ frameId: a }, { frameId: b }],
    prompt: 'A lamp',
    preferred: 1,
    source: 'comparison',
  })
  const load = async (frameId: string) => {
    if (frameId === 'gone') throw new Error('there is no frame with this id')
    return paint({ mood: 'warm', seed: frameId.length })
  }

  test('are left out with their pairs, once each; the folder appears only if a pair remains', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'palate-pairs-'))
    try {
      const pairs = [pair('a', 'gone'), pair('gone', 'bb'), pair('bb', 'a')]
      const written = await writePairs(join(directory, 'some'), pairs, load, pickAPicFormat)
      expect(written).toEqual({ pairs: 1, unreadable: [{ frameId: 'gone', reason: 'there is no frame with this id' }] })
      const none = writePairs(join(directory, 'none'), pairs.slice(0, 2), load, await openDpoFormat())
      await expect(none).rejects.toThrow('no picture of a pair can be read')
      expect(readdirSync(directory)).toEqual(['some'])
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
