import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { PrintedTable } from '../harness/report.ts'
import type { Section } from './sections.ts'

interface Result {
  readonly tables: readonly PrintedTable[]
  readonly output: string
  /** The share of processor time that other guests of the host took, if the system reports it. */
  readonly stolen: number | undefined
}

const introduction = `# Benchmarks

\`npm run bench:all\` writes this page. Each section names its command, the commit that it measured, the machine, and the
load average, to which the benchmark itself contributes. Clients, picture hosts and receivers run on the same cores as the
service. Targets are for an idle machine. Ratios compare with a baseline in the same run, so they also hold on other
machines; times do not. [Bounds](bounds.md) explains the targets that are out of reach.
`

const marker = (id: string) => `<!-- bench: ${id} -->`

/** The sections of a page that was written before. */
export function keptSections(page: string): Map<string, string> {
  const parts = page.split(/^(?=<!-- bench: )/m).slice(1)
  return new Map(parts.map((part) => [/<!-- bench: (\S+) -->/.exec(part)?.[1] ?? '', part.trim()]))
}

export function writePage(texts: readonly string[]): string {
  return `${[introduction.trim(), ...texts].join('\n\n')}\n`
}

export function sectionText(section: Section, { tables, output, stolen }: Result): string {
  const { id, title, file, args = [], needsData } = section
  const command = ['node', `bench/${file}`, ...args, ...(needsData ? ['--data', 'DIR'] : [])].join(' ')
  const results = tables.length > 0 ? tables.map(asMarkdown).join('\n\n') : output.trim()
  return [marker(id), `## ${title}`, `    ${command}`, aboutOf(file), measuredWhere(stolen), results].join('\n\n')
}

/** The first comment of the benchmark, without its commands. */
function aboutOf(file: string): string {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) ?? []
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''))
  return lines
    .filter((line) => !/^ {2,}/.test(line))
    .join('\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim()
}

function measuredWhere(stolen: number | undefined): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const [cpu] = cpus()
  const machine = `${process.arch}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const withheld = stolen === undefined ? '' : ` The host withheld ${Math.round(stolen * 100)} % of the processor time.`
  return `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}.${withheld}`
}

function asMarkdown({ what, load, lines }: PrintedTable): string {
  const hasTargets = lines.some(({ target }) => target !== undefined)
  const met = (value: boolean | undefined) => (value === undefined ? '' : value ? 'met' : '**missed**')
  const rows = lines.map(({ what: name, figure, target = '', met: isMet }) =>
    hasTargets ? [name, target, figure, met(isMet)] : [name, figure],
  )
  const head = hasTargets ? ['', 'target', 'result', ''] : ['', 'result']
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(escaped).join(' | ')} |`)
  return [`**${what}** (load average ${load})`, '', ...table].join('\n')
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|')
}
