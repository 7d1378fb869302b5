import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { palateCommand } from '../harness/process.ts'
import { blocksOf, followGuide, stable } from './follow-guide.ts'

const blocks = blocksOf(readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'palate-guide-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// If a command's output has changed, `npm run guide` updates the guide.
test("the guide's commands print the output that the guide shows", async () => {
  const followed = await followGuide(blocks, folder, palateCommand)
  const shown = blocks.map(({ commands, output }) => ({ commands, output: stable(output), exitCode: '0' }))
  const seen = blocks.map(({ commands }, i) => {
    const { output = '', exitCode } = followed[i] ?? {}
    return { commands, output: stable(output), exitCode }
  })
  expect(seen).toEqual(shown)
  expect(existsSync(join(folder, 'palate-guide'))).toBe(false)
})

test('ten labels reverse the order, as the guide says', () => {
  const rankings = blocks.map(({ output }) => output.match(/(?<=pictures\/new\/)[\w-]+/g) ?? [])
  const [before = [], after = []] = rankings.filter(({ length }) => length === 7)
  const views = ['lake-at-sunset', 'morning-mist', 'night-on-the-pass']
  expect(before.slice(0, 3).toSorted()).toEqual(views)
  expect(after.slice(-3).toSorted()).toEqual(views)
})

test('the scores at the top of README are those of the guide', () => {
  const [, top = ''] =
    /```text\n([\s\S]*?)```/.exec(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')) ?? []
  const rows = top.match(/^0\.\d{4} .*$/gm) ?? []
  const shown = blocks.flatMap(({ output }) => output.match(/^0\.\d{4} .*$/gm) ?? [])
  expect(rows).toHaveLength(6)
  expect(rows.filter((row) => !shown.includes(row.replace(' new/', ' pictures/new/')))).toEqual([])
})
