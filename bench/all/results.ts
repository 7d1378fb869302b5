import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { PrintedTable } from '../harness/report.ts'

/** What one run of a benchmark measured: a file in bench/results. */
export interface Results {
  readonly command: string
  readonly commit: string
  readonly date: string
  readonly machine: string
  readonly node: string
  /** The share of processor time that other guests of the host took, if the system reports it. */
  readonly stolen?: number | undefined
  readonly tables: readonly PrintedTable[]
}

const fileOf = (section: string) => new URL(`../results/${section}.json`, import.meta.url)

export function readResults(section: string): Results | undefined {
  const file = fileOf(section)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export function writeResults(
  section: string,
  command: string,
  tables: readonly PrintedTable[],
  stolen: number | undefined,
): void {
  const [cpu] = cpus()
  const results: Results = {
    command,
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    date: new Date().toISOString().slice(0, 10),
    machine: `${process.arch}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    stolen,
    tables,
  }
  writeFileSync(fileOf(section), `${JSON.stringify(results, undefined, 2)}\n`)
}
