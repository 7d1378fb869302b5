import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('folders on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
  }

  beforeAll(async () => {
    const names = ['a.png', 'deep/b.png', 'node_modules/c.png', '.cache/d.png', 'drafts/e.png', 'f.thumb.png']
    for (const [i, name] of names.entries()) put(`all/${name}`, await paint({ mood: 'warm', seed: i }))
    put('all/.gitignore', 'drafts/\n')
    for (const name of ['g.heic', 'h.heic', 'i.HEIF', 'j.tiff']) put(`all/${name}`, 'x')
    execFileSync('mkfifo', [at('all/pipe.png')])
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  const pictures = (csv: string) =>
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0])
      .toSorted()

  test('score skips what is not meant, and says what and why', async () => {
    const { code, stdout, stderr } = await palate(['score', 'all', '--csv', '--exclude', '*.thumb.png'])
    expect([code, pictures(stdout)]).toEqual([0, ['all/a.png', 'all/deep/b.png']])
    expect(stderr).toContain(
      'palate: skipped 6 files: 1 excluded, 3 HEIC, 1 TIFF, 1 FIFO; 3 folders: ' +
        'all/.cache (hidden), all/drafts (in .gitignore), all/node_modules; --no-ignore takes them, too\n',
    )
    const whole = await palate(['score', 'all', '--csv', '--no-ignore'])
    expect(pictures(whole.stdout)).toHaveLength(6)
  })

  test.each([
    ['add', '--good'],
    ['label', '--good'],
    ['pick', '--keep', '9'],
    ['shares', 'create'],
  ])('%s takes the same options', async (...command) => {
    const args = [...command, 'all', '--exclude', '*.png', '--exclude', 'deep', '--no-ignore']
    const { code, stderr } = await palate(args)
    expect([code, stderr]).toEqual([1, expect.stringContaining('no pictures found')])
  })

  test('a FIFO that is named is refused and never opened', { timeout: 60_000 }, async () => {
    const scored = await palate(['score', 'all/pipe.png', 'all/a.png', '--csv'])
    expect([scored.code, scored.stdout]).toEqual([
      1,
      expect.stringContaining('all/pipe.png,,"it is a FIFO, not a file"'),
    ])
    const added = await palate(['add', 'all/pipe.png', '--good'])
    expect([added.code, added.stderr]).toEqual([1, expect.stringContaining('all/pipe.png: it is a FIFO, not a file')])
  })

  test('a missing name in a list fails in its place, and the others are scored, picked and added', async () => {
    const input = 'all/a.png\nno/such.png\nall/deep/b.png\n'
    const scored = await palate(['score', '-', '--csv'], { input })
    expect([scored.code, pictures(scored.stdout)]).toEqual([1, ['all/a.png', 'all/deep/b.png', 'no/such.png']])
    expect(scored.stdout).toContain('no/such.png,,there is no such file')
    expect(scored.stderr).toContain('1 picture could not be scored')
    expect((await palate(['score', '-', '--csv', '--allow-failures'], { input })).code).toBe(0)
    const picked = await palate(['pick', '-'], { input })
    expect([picked.code, picked.stdout]).toEqual([1, expect.stringMatching(/^all\//)])
    const added = await palate(['add', '-', '--good'], { input })
    expect([added.code, added.stdout]).toEqual([1, expect.stringContaining('Added 2 good pictures')])
    expect(added.stderr).toContain('no/such.png')
    const argument = await palate(['score', 'no/such.png', 'all/a.png'])
    expect([argument.code, argument.stdout]).toEqual([1, ''])
  })

  test('more pictures than one request takes are added, and can be taken back', async () => {
    await must('init', 'Many', '--create', '--project', 'many')
    await must('budget', '--labels', '1500')
    const input = Array.from({ length: 1_001 }, (_, i) => `https://pictures.test/${i}.png\n`).join('')
    const added = await palate(['add', '-', '--bad'], { input })
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('Added 1001 bad pictures (1001 of 1500')])
    await must('undo')
    expect(await must('status')).toContain('0 of 1500')
  })
})
