import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../harness/temporary-folder.ts'
import { useService } from '../harness/use-service.ts'
import { type Mood, paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate score --baseline', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const picture = async (name: string, mood: Mood, seed: number) => writeFileSync(at(name), await paint({ mood, seed }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const gate = (...args: readonly string[]) => palate(['score', ...args])

  beforeAll(async () => {
    for (const name of ['good', 'bad', 'now', 'now/deep', 'was', 'was/deep']) mkdirSync(at(name))
    for (let i = 0; i < 4; i++) {
      await picture(`good/${i}.png`, 'warm', 10 + i)
      await picture(`bad/${i}.png`, 'cold', 20 + i)
    }
    await picture('was/falls.png', 'warm', 1)
    await picture('was/deep/stays a while.png', 'cold', 2)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'good', '--good')
    await must('add', 'bad', '--bad')
    await must('commit', '-m', 'Warm')
    // The commit has the earlier pictures under the names of today.
    copyFileSync(at('was/falls.png'), at('now/falls.png'))
    copyFileSync(at('was/deep/stays a while.png'), at('now/deep/stays a while.png'))
    git('init', '--quiet', '--initial-branch=main')
    writeFileSync(at('.gitignore'), '.settings\n.state\n')
    git('add', 'now', '.gitignore')
    git('commit', '--quiet', '-m', 'Before')
    git('tag', 'before')
    await must('score', 'now', '--json').then((text) => writeFileSync(at('before.json'), text))
    await picture('now/falls.png', 'cold', 1)
    await picture('now/new.png', 'cold', 3)
  })

  test.each(['was', 'before.json', 'git:before'])('compares pictures of the same name with %s', async (source) => {
    const { code, stdout, stderr } = await gate('now', '--baseline', source)
    expect(code).toBe(3)
    expect(stderr).toContain(`palate: compared 2 pictures with ${source}; 1 is new\n`)
    expect(stderr).toContain('palate: 1 picture of 3 fell by more than 0.05\nbefore  now     change   picture\n')
    expect(stderr).toMatch(/^0\.\d{4} {2}0\.\d{4} {2}-0\.\d{4} {2}now\/falls\.png$/m)
    expect(stdout).toMatch(/falls\.png +fell from 0\.\d{4}$/m)
    expect(stdout).toMatch(/stays a while\.png +was 0\.\d{4}$/m)
    expect((await gate('now', '--baseline', source, '--drop', '1')).code).toBe(0)
    const below = source === 'was' ? 'was/deep' : source
    expect((await gate('now/deep', '--baseline', below, '--drop', '0')).code).toBe(0)
  })

  test('new pictures go by the gate, and compared ones do not', async () => {
    const refused = await gate('now', '--baseline', 'was', '--drop', '1', '--min', '0.99')
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('1 picture of 3 scored below 0.99\n')])
    const both = await gate('now', '--baseline', 'was', '--gate')
    expect(both.stderr).toMatch(/1 picture of 3 scored below [\d.]+; 1 picture of 3 fell by more than 0\.05\n/)
  })

  test('git:REF works from a subfolder, and reads neither the index nor the work tree', async () => {
    const status = git('status', '--porcelain')
    const { code, stderr } = await palate(['score', 'falls.png', '--baseline', 'git:HEAD'], { cwd: at('now') })
    expect([code, stderr]).toEqual([3, expect.stringContaining('compared 1 picture with git:HEAD; 0 are new')])
    expect(git('status', '--porcelain')).toBe(status)
    const outside = await gate('now', createFolderWith(at('was/falls.png')), '--baseline', 'git:HEAD', '--drop', '1')
    expect([outside.code, outside.stderr]).toEqual([0, expect.stringContaining('; 2 are new')])
  })

  test('a commit with odd names is read literally', async () => {
    const names = [':(glob)*.png', '--path=x.png', 'naïve "quoted".png', 'two\nlines.png']
    mkdirSync(at('odd'))
    for (const name of names) copyFileSync(at('was/falls.png'), at(`odd/${name}`))
    git('add', 'odd')
    git('commit', '--quiet', '-m', 'Odd names')
    for (const name of names) await picture(`odd/${name}`, 'cold', 4)
    const { code, stderr } = await gate('odd', '--baseline', 'git:HEAD')
    expect([code, stderr]).toEqual([3, expect.stringContaining('4 pictures of 4 fell by more than 0.05')])
  })

  test('a pointer of Git LFS is replaced as in a checkout, or the command says what to fetch', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'
    mkdirSync(at('lfs'))
    writeFileSync(at('lfs/a.png'), pointer)
    git('add', 'lfs')
    git('commit', '--quiet', '-m', 'A pointer')
    await picture('lfs/a.png', 'cold', 5)
    const missing = await gate('lfs', '--baseline', 'git:HEAD')
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('cannot compare with HEAD:lfs/a.png: it is a Git LFS pointer')
    writeFileSync(at('lfs/.gitattributes'), '*.png filter=lfs\n')
    git('config', 'filter.lfs.smudge', `cat '${at('was/falls.png')}'`)
    expect((await gate('lfs', '--baseline', 'git:HEAD')).code).toBe(3)
    git('config', '--unset', 'filter.lfs.smudge')
    writeFileSync(at('lfs/a.png'), pointer)
    const pointed = await gate('lfs/a.png')
    expect([pointed.code, pointed.stdout]).toEqual([1, expect.stringContaining('it is a Git LFS pointer')])
  })

  test('a baseline of another profile is refused, and one of another version or model is named', async () => {
    await must('profiles', 'create', 'Other', '--project', 'studio')
    const other = await gate('now', '--baseline', 'before.json', '--profile', 'Other')
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(/before\.json was scored against another profile, House style, and not Other \(prof_/),
    ])
    const before = JSON.parse(readFileSync(at('before.json'), 'utf8'))
    writeFileSync(at('earlier.json'), JSON.stringify({ ...before, version: 'ver_0123456789abcdef' }))
    const earlier = await gate('now', '--baseline', 'earlier.json', '--drop', '1')
    expect([earlier.code, earlier.stderr]).toEqual([
      0,
      expect.stringContaining('earlier.json was scored against version 0123456789: scores may differ because'),
    ])
    writeFileSync(at('model.json'), JSON.stringify({ ...before, models: ['older'] }))
    const model = await gate('now', '--baseline', 'model.json', '--drop', '1')
    expect([model.code, model.stderr]).toEqual([
      0,
      expect.stringMatching(
        /model\.json was scored by the model older, not by [0-9a-z]{12}: scores may differ because/,
      ),
    ])
    expect((await gate('now', '--baseline', 'before.json', '--drop', '1')).stderr).not.toContain('may differ')
    writeFileSync(at('old.json'), JSON.stringify({ scores: before.scores, latency_ms: 1 }))
    const old = await gate('now', '--baseline', 'old.json', '--drop', '1')
    expect([old.code, old.stderr]).toEqual([0, expect.stringContaining('old.json does not say which profile')])
  })

  test('a baseline that matches none of the pictures is refused', async () => {
    mkdirSync(at('empty'))
    mkdirSync(at('odd one'))
    copyFileSync(at('was/falls.png'), at('odd one/other.png'))
    for (const source of ['empty', 'before.json']) {
      const { code, stdout, stderr } = await gate('odd one', '--baseline', source, '--min', '0')
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringContaining(`no picture can be compared with ${source}: it has no `),
      ])
    }
    const outside = await gate(createFolderWith(at('was/falls.png')), '--baseline', 'git:HEAD')
    expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining('none of the pictures is in this repo')])
    // A pull request may add pictures and change none.
    expect((await gate('odd one', '--baseline', 'git:before', '--min', '0')).code).toBe(0)
  })

  test('--json has the verdict of the gate', async () => {
    const verdict = async (...args: readonly string[]) =>
      JSON.parse((await gate('now', '--json', ...args)).stdout).verdict
    expect(await verdict('--baseline', 'was')).toBe('fail')
    expect(await verdict('--baseline', 'was', '--drop', '1')).toBe('pass')
    expect(await verdict('--min', '0.99')).toBe('fail')
    expect(await verdict('--min', '0')).toBe('pass')
    expect(await verdict('no-such.png', '--min', '0').catch(() => 'none')).toBe('none')
    writeFileSync(at('broken.png'), 'no picture')
    expect(await verdict('broken.png', '--min', '0')).toBe('error')
    expect(await verdict('broken.png', '--min', '0', '--allow-failures')).toBe('pass')
  })

  test('a baseline that cannot be read is refused before pictures are scored', async () => {
    writeFileSync(at('list.json'), '{"scores":[{"id":1}]}')
    writeFileSync(at('text.json'), 'no JSON')
    const wrong: readonly (readonly [string, number, string])[] = [
      ['git:--output=made', 2, 'takes a commit, not "--output=made"'],
      ['git:', 2, 'takes a commit, not ""'],
      ['git:nowhere', 1, 'there is no commit nowhere in this repository; fetch it first'],
      ['git:main:now', 1, 'there is no commit main:now'],
      ['none', 2, 'there is no none'],
      ['list.json', 1, 'list.json does not contain what `palate score --json` prints'],
      ['text.json', 1, 'cannot read text.json'],
    ]
    for (const [source, code, message] of wrong) {
      expect(await gate('now', '--baseline', source)).toEqual({
        code,
        stdout: '',
        stderr: expect.stringContaining(message),
      })
    }
    expect(readdirSync(directory)).not.toContain('made')
    expect((await gate('now', '--baseline', 'before.json', '--dimension', 'likeness')).stderr).toContain(
      'no scores for likeness',
    )
    expect((await gate('now', '--drop', '0.1')).code).toBe(2)
    expect((await gate('now', '--baseline', 'was', '--watch')).code).toBe(2)
    const elsewhere = { cwd: createFolder('baseline'), env: { GIT_CEILING_DIRECTORIES: '/' } }
    const profile = ['--profile', folder.profileId()]
    const { code, stderr } = await palate(['score', at('now/new.png'), ...profile, '--baseline', 'git:HEAD'], elsewhere)
    expect([code, stderr]).toEqual([1, expect.stringContaining('this folder is not in a git repository')])
  })

  test('a picture that was broken before counts as new', async () => {
    mkdirSync(at('broken'))
    writeFileSync(at('broken/new.png'), 'no picture')
    const { code, stderr } = await gate('now/new.png', '--baseline', 'broken')
    expect([code, stderr]).toEqual([0, expect.stringContaining('broken/new.png could not be scored: ')])
    expect(stderr).toContain('compared 0 pictures with broken; 1 is new')
  })

  test('--allow-failures ignores pictures that cannot be scored', async () => {
    const failed = await gate('broken', 'now/new.png')
    const against = /^palate: scored against .*\n/
    expect([failed.code, failed.stderr.replace(against, '')]).toEqual([1, 'palate: 1 picture could not be scored\n'])
    const allowed = await gate('broken', 'now/new.png', '--allow-failures')
    expect([allowed.code, allowed.stderr.replace(against, '')]).toEqual([0, ''])
    expect((await gate('broken', 'now/new.png', '--allow-failures', '--min', '0.99')).code).toBe(3)
  })

  test('--junit and the step summary contain every picture', async () => {
    const env = { GITHUB_STEP_SUMMARY: at('summary.md'), GITHUB_ACTIONS: 'true' }
    writeFileSync(at('summary.md'), 'Before\n')
    const args = ['score', 'now', 'broken', '--baseline', 'was', '--junit', 'palate.xml']
    const { code, stderr } = await palate(args, { env })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^::error file=now\/falls\.png::aesthetics is 0\.\d+, fell from 0\.\d+(%0A.+)?$/m)
    expect(stderr).toMatch(/^::error file=broken\/new\.png::/m)
    const xml = readFileSync(at('palate.xml'), 'utf8')
    expect(xml).toContain('<testsuite name="House style" tests="4" failures="1" errors="1" skipped="0" time="')
    expect(xml).toContain('<testcase classname="House style" name="now/new.png"><system-out>0.')
    const summary = readFileSync(at('summary.md'), 'utf8')
    expect(summary).toMatch(/^Before\n### Palate: <code>House style<\/code>\n\n2 of 4 pictures passed\.\n/)
    expect(summary).toMatch(
      /^\| ❌ \| <code>now\/falls\.png<\/code> \| 0\.\d{4} \| 0\.\d{4} \| fell from 0\.\d{4}<br>.*<a href=.+before=[0-9a-f]{64}&name=falls\.png.*Fine or wrong\?<\/a> \|$/m,
    )
    const unwritable = { env: { GITHUB_STEP_SUMMARY: at('none/summary.md') } }
    const allowed = await palate(['score', 'broken', '--allow-failures', '--junit', 'skipped.xml'], unwritable)
    expect([allowed.code, allowed.stderr]).toEqual([0, expect.stringContaining('cannot write the step summary')])
    expect(readFileSync(at('skipped.xml'), 'utf8')).toContain('errors="0" skipped="1"')
    expect((await gate('now', '--junit', 'none/palate.xml')).code).toBe(2)
  })
})

function createFolderWith(file: string): string {
  const path = join(createFolder('baseline'), 'elsewhere.png')
  copyFileSync(file, path)
  return path
}
