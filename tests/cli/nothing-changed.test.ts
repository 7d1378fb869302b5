import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('judgements that change nothing', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const json = async (...args: readonly string[]) => JSON.parse(await must(...args, '--json'))

  beforeAll(async () => {
    for (const [seed, name] of ['a.png', 'b.png'].entries())
      writeFileSync(at(name), await paint({ mood: 'warm', seed }))
    copyFileSync(at('a.png'), at('copy.png'))
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'a.png', '--good')
    await must('compare', '--choose', 'a.png', '--over', 'b.png')
    await must('answer', 'colour-temperature', 'warm')
    await must('commit', '-m', 'First')
  })

  test.each([
    ['add', 'a.png', '--good'],
    ['add', 'copy.png', '--good'],
    ['label', 'copy.png', '--good'],
    ['compare', '--choose', 'copy.png', '--over', 'b.png'],
    ['answer', 'colour-temperature', 'warm'],
  ])('leave nothing to commit and nothing to undo: palate %s %s %s', async (...command) => {
    const before = await must('undo', '--dry-run')
    expect(await must(...command)).toContain('Nothing changed')
    expect((await json('status')).workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expect(await must('undo', '--dry-run')).toBe(before)
    expect(await must('list', 'good')).toContain('a.png')
    expect(await must('list', 'good')).not.toContain('copy.png')
    const commit = await palate(['commit', '-m', 'Nothing'])
    expect([commit.code, commit.stderr]).toEqual([
      1,
      expect.stringContaining('nothing to commit: add judgements first'),
    ])
  })

  test('a commit of changes that were changed back is refused, unless --allow-empty asks for it', async () => {
    await must('add', 'a.png', '--bad')
    await must('add', 'a.png', '--good')
    const refused = await palate(['commit', '-m', 'Nothing'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'palate: nothing to commit: the working changes say what is already committed; ' +
        '`palate discard --all` drops them (--allow-empty commits anyway)\n',
    ])
    expect(await json('log')).toHaveProperty('versions.length', 1)
    await must('commit', '-m', 'Empty', '--allow-empty')
    await must('commit', '-m', 'Empty again', '--allow-empty')
    expect(await json('log')).toHaveProperty('versions.length', 3)
    expect((await json('status')).workingChanges.exemplars).toEqual([])
  })

  test('--allow-empty also begins the history of a new profile', async () => {
    await must('profiles', 'create', 'Other', '--project', 'studio')
    expect((await palate(['commit', '-m', 'None', '--profile', 'Other'])).code).toBe(1)
    await must('commit', '-m', 'None', '--allow-empty', '--profile', 'Other')
    expect(await json('log', '--profile', 'Other')).toHaveProperty('versions.length', 1)
  })
})
