/**
 * Runs all benchmarks in sequence and writes docs/benchmarks.md: what was measured, the target, the result, and whether it
 * meets the target. Takes about an hour and a half on an idle machine; other work on it changes the figures.
 *
 *   npm run bench:all -- [--data DIR] [--only store,score]
 *
 * DIR has the judgements for the benchmarks of taste. With --only, or without DIR, the other sections of the page stay.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { keptSections, sectionText, writePage } from './all/page.ts'
import { type Section, sections } from './all/sections.ts'
import { readProcessorTimes, stolenSince } from './all/stolen-time.ts'
import { linesFileVariable, type PrintedTable } from './harness/report.ts'
import { select } from './harness/select.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string', default: '' } } })
const page = new URL('../docs/benchmarks.md', import.meta.url)
const kept = keptSections(readFileSync(page, 'utf8'))
const failed: string[] = []

for (const section of select(Object.fromEntries(sections.map((one) => [one.id, one])), values.only)) {
  if (section.needsData && values.data === undefined) continue
  process.stderr.write(`${section.id}\n`)
  const result = await run(section)
  if (result === undefined) failed.push(section.id)
  else kept.set(section.id, sectionText(section, result))
  writeFileSync(page, writePage(sections.flatMap(({ id }) => kept.get(id) ?? [])))
}
if (failed.length > 0) {
  process.stderr.write(`failed, so that their sections are the old ones: ${failed.join(', ')}\n`)
  process.exitCode = 1
}

/** The tables that a benchmark printed, and its output if that is Markdown. Undefined if it failed. */
async function run({ file, args = [], needsData }: Section) {
  const folder = mkdtempSync(join(tmpdir(), 'palate-bench-'))
  const linesFile = join(folder, 'tables.ndjson')
  writeFileSync(linesFile, '')
  const data = needsData && values.data !== undefined ? ['--data', values.data] : []
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname, ...args, ...data], {
    env: { ...process.env, [linesFileVariable]: linesFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const before = readProcessorTimes()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  const code = await ended
  const tables = readFileSync(linesFile, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  if (code !== 0) return undefined
  return { tables: tables.map((line) => JSON.parse(line) as PrintedTable), output, stolen: stolenSince(before) }
}
