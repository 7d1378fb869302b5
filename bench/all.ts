/**
 * Runs all benchmarks in sequence. Each writes its tables to bench/results, and docs/benchmarks.md shows the targets and
 * ratios of all. Takes about an hour and a half on an idle machine; other work on it changes the figures.
 *
 *   npm run bench:all -- [--data DIR] [--only store,score] [--page]
 *
 * DIR has the judgements for the benchmarks of taste. With --only, or without DIR, the other results stay. With --page
 * nothing is measured: the page is written from the results that are there.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withResults } from './all/page.ts'
import { readResults, writeResults } from './all/results.ts'
import { type Section, sections } from './all/sections.ts'
import { readProcessorTimes, stolenSince } from './all/stolen-time.ts'
import { type PrintedTable, tablesFileVariable } from './harness/report.ts'
import { select } from './harness/select.ts'

const { values } = parseArgs({
  options: { data: { type: 'string' }, only: { type: 'string', default: '' }, page: { type: 'boolean' } },
})
const page = new URL('../docs/benchmarks.md', import.meta.url)
const failed: string[] = []

const chosen = values.page ? [] : select(Object.fromEntries(sections.map((one) => [one.id, one])), values.only)
for (const section of chosen) {
  if (section.needsData && values.data === undefined) continue
  process.stderr.write(`${section.id}\n`)
  if (!(await measure(section))) failed.push(section.id)
}
writeFileSync(page, withResults(readFileSync(page, 'utf8'), sections, readResults))
if (failed.length > 0) {
  process.stderr.write(`failed, so that their results are the old ones: ${failed.join(', ')}\n`)
  process.exitCode = 1
}

/** Returns whether the benchmark succeeded. */
async function measure({ id, file, args = [], needsData }: Section): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'palate-bench-'))
  const tablesFile = join(folder, 'tables.ndjson')
  writeFileSync(tablesFile, '')
  const data = needsData && values.data !== undefined ? ['--data', values.data] : []
  const before = readProcessorTimes()
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname, ...args, ...data], {
    env: { ...process.env, [tablesFileVariable]: tablesFile },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const tables = readFileSync(tablesFile, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  if (code !== 0) return false
  const command = ['node', `bench/${file}`, ...args, ...(needsData ? ['--data', 'DIR'] : [])].join(' ')
  writeResults(
    id,
    command,
    tables.map((line) => JSON.parse(line) as PrintedTable),
    stolenSince(before),
  )
  return true
}
