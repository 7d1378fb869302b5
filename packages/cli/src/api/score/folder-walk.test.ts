import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeSkipped, type WalkOptions, walkFolder } from './folder-walk.ts'

const roots: string[] = []
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

/** A folder with these files; the content of `.gitignore` files is given. */
function folderWith(files: readonly string[], rules: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'palate-walk-'))
  roots.push(root)
  for (const [name, content] of [...files.map((file) => [file, 'x'] as const), ...Object.entries(rules)]) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

/** The names below the folder, and what was left out. */
function walked(root: string, options?: WalkOptions, below = '') {
  const from = join(root, below)
  const { pictures, skipped } = walkFolder(from, options)
  const words = describeSkipped([skipped])?.replaceAll(`${root}/`, '')
  return { pictures: pictures.map((name) => name.slice(root.length + 1)), words }
}

test('hidden files and folders, node_modules and .git are left out, unless --no-ignore asks for them', () => {
  const root = folderWith(['a.png', '.b.png', '.cache/c.png', 'node_modules/p/d.png', '.git/e.png', 'f/G.JPEG'])
  expect(walked(root)).toEqual({
    pictures: ['a.png', 'f/G.JPEG'],
    words: 'skipped 1 file: 1 hidden; 2 folders: .cache (hidden), node_modules; --no-ignore takes them, too',
  })
  expect(walked(root, { ignore: false })).toEqual({
    pictures: ['.b.png', '.cache/c.png', 'a.png', 'f/G.JPEG', 'node_modules/p/d.png'],
    words: undefined,
  })
})

test('a folder that is named is walked, whatever its name and whatever .gitignore says about it', () => {
  const files = ['.cache/c.png', 'node_modules/d.png', 'out/e.png', 'out/f.tmp.png']
  const root = folderWith([...files, '.git/HEAD'], { '.gitignore': 'out/\n', 'out/.gitignore': '*.tmp.png\n' })
  expect(walked(root, {}, '.cache').pictures).toEqual(['.cache/c.png'])
  expect(walked(root, {}, 'node_modules').pictures).toEqual(['node_modules/d.png'])
  expect(walked(root, {}, 'out').pictures).toEqual(['out/e.png'])
  expect(walked(root).pictures).toEqual([])
})

test('.gitignore files exclude what they exclude in git: in the folder, below it, and above it in its repository', () => {
  const files = ['a.png', 'b.png', 'x/a.png', 'x/keep/b.png', 'x/deep/only.png', 'x/deep/er/only.png', 'y/z/b.png']
  const odd = ['x [1]/n.png', 'x [1]/m/n.png', 'x [1]/#.png', 'build/c.png', 'x/build/c.png']
  const rules = {
    '.gitignore': '# a comment\n\nb.png\n/a.png\nbuild/\r\n',
    'x/.gitignore': '!b.png\n/deep/only.png\n!build/\n',
    'x [1]/.gitignore': '/n.png\n\\#.png\n',
    'y/z/.gitignore': '*\n!b.png\n',
  }
  const root = folderWith([...files, ...odd], rules)
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: root })
  const expected = listed
    .toString()
    .split('\0')
    .filter((name) => name.endsWith('.png'))
  expect(expected).toEqual(expect.arrayContaining(['x/a.png', 'x/keep/b.png', 'x/build/c.png', 'y/z/b.png']))
  expect(walked(root).pictures).toEqual(expected.toSorted())
  expect(walked(root, {}, 'x').pictures).toEqual(expected.filter((name) => name.startsWith('x/')).toSorted())
  expect(walked(root, {}, 'x').words).toContain('1 in .gitignore')
  expect(walked(root, { ignore: false }).pictures).toHaveLength(files.length + odd.length)
})

test('--exclude leaves out what its patterns match, also with --no-ignore', () => {
  const root = folderWith(['a.png', 'a.thumb.png', 'old/b.png', 'new/old/c.png'])
  const exclude = ['*.thumb.png', '/old/']
  const words = 'skipped 1 file: 1 excluded; 1 folder: old (excluded)'
  expect(walked(root, { exclude })).toEqual({ pictures: ['a.png', 'new/old/c.png'], words })
  expect(walked(root, { exclude, ignore: false }).pictures).toEqual(['a.png', 'new/old/c.png'])
})

test('links are followed once, under the own name of what they lead to, and never in a circle', () => {
  const root = folderWith(['real/a.png', 'real/b.png'])
  const elsewhere = folderWith(['c.png', 'deep/d.png'])
  symlinkSync('real/b.png', join(root, 'a-link.png'))
  symlinkSync('.', join(root, 'again'))
  symlinkSync('..', join(root, 'real/up'))
  symlinkSync(elsewhere, join(root, 'elsewhere'))
  symlinkSync(elsewhere, join(root, 'elsewhere-2'))
  symlinkSync(root, join(elsewhere, 'back'))
  symlinkSync('nowhere.png', join(root, 'broken.png'))
  symlinkSync('loop.png', join(root, 'loop.png'))
  const { pictures, words } = walked(root)
  expect(pictures).toEqual(['elsewhere/c.png', 'elsewhere/deep/d.png', 'real/a.png', 'real/b.png'])
  expect(words).toBe('skipped 2 files: 2 broken link')
})

test('FIFOs are never opened, not even one that is named .gitignore', { timeout: 20_000 }, () => {
  const root = folderWith(['a.png', 'b.heic', 'c.HEIC', 'd.tiff', 'notes.txt'])
  for (const name of ['pipe.png', '.gitignore']) execFileSync('mkfifo', [join(root, name)])
  expect(walked(root)).toEqual({ pictures: ['a.png'], words: 'skipped 4 files: 2 HEIC, 1 TIFF, 1 FIFO' })
})

test.skipIf(process.getuid?.() === 0)('a folder that cannot be read is named, and the others are walked', () => {
  const root = folderWith(['a.png', 'private/b.png'])
  chmodSync(join(root, 'private'), 0)
  expect(walked(root)).toEqual({ pictures: ['a.png'], words: 'skipped 1 folder: private (cannot be read)' })
  chmodSync(join(root, 'private'), 0o700)
})

test('many skipped folders are counted, and the first ones named', () => {
  const root = folderWith(Array.from({ length: 7 }, (_, i) => `.${i}/a.png`))
  expect(walked(root).words).toBe(
    'skipped 7 folders: .0 (hidden), .1 (hidden), .2 (hidden), .3 (hidden), .4 (hidden), 2 more; --no-ignore takes them, too',
  )
})
