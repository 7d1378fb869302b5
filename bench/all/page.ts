import { type Line, type LineTable, markdownTable, type PrintedTable } from '../harness/report.ts'
import type { Results } from './results.ts'
import type { Section, Shown } from './sections.ts'

/** In a table with more targets than that, the page shows those that are missed. */
const targetsShownMax = 2

const block = /<!-- results: (\S+) -->\n[\s\S]*?<!-- end of results -->/g

/** The page with current figures between its markers. What people wrote around them stays. */
export function withResults(page: string, sections: readonly Section[], read: (id: string) => Results | undefined) {
  return page.replaceAll(block, (old: string, id: string) => {
    const section = sections.find((one) => one.id === id)
    const results = read(id)
    if (!section || !results) return old
    return [`<!-- results: ${id} -->`, figures(section, results), '<!-- end of results -->'].join('\n')
  })
}

function figures({ shown = [] }: Section, { command, commit, date, stolen = 0, tables }: Results) {
  const withheld = stolen < 0.005 ? '' : ` The host withheld ${Math.round(stolen * 100)} % of the processor time.`
  const lists = tables.flatMap((table) => ('lines' in table ? targetList(table) : []))
  const targets = tables
    .flatMap((table) => ('lines' in table ? table.lines : []))
    .filter(({ met }) => met !== undefined)
  const missed = targets.filter(({ met }) => met === false).length
  const count = targets.length === 0 ? '' : ` ${targets.length - missed} of ${targets.length} targets are met.`
  const chosen = shown.map((one) => chosenFigures(tables, one))
  return [`    ${command}`, `Commit ${commit}, ${date}.${count}${withheld}`, ...lists, ...chosen].join('\n\n')
}

/** A list takes half the words of a table, whose cells are mostly empty. */
function targetList({ what, commit, lines }: LineTable): readonly string[] {
  const important = withoutEllipses(lines).filter(isImportant)
  if (important.length === 0) return []
  const shown = important.length > targetsShownMax ? important.filter(({ met }) => met !== true) : important
  if (shown.length === 0) return []
  const title = `**${commit === undefined ? what : `${what} (commit ${commit})`}**`
  return [title, shown.map(itemOf).join('\n')]
}

/** "… p99" is about the last line that was named in full, which the page may leave out. */
function withoutEllipses(lines: readonly Line[]): readonly Line[] {
  let subject = ''
  return lines.map((line) => {
    if (!line.what.startsWith('… ')) subject = line.what
    return { ...line, what: line.what.replace('…', `${subject}:`) }
  })
}

/** Where a table has no targets, its ratios are what it is about. */
function isImportant({ figure, target }: Line, _: number, lines: readonly Line[]): boolean {
  return lines.some((line) => line.target !== undefined) ? target !== undefined : /\bratio\b/.test(figure)
}

function itemOf({ what, figure, target, met }: Line): string {
  const wanted = target === undefined ? '' : `; target: ${target}`
  const verdict = met === undefined ? '' : met ? ', met' : ', **missed**'
  return `- ${what.trim()}: ${figure}${wanted}${verdict}`
}

/** One table of the chosen rows of several. */
function chosenFigures(tables: readonly PrintedTable[], { titles, rows, columns }: Shown): string {
  const chosen = tables.flatMap((table) =>
    'rows' in table && titles.some((title) => table.what.startsWith(title)) ? [table] : [],
  )
  const body = chosen.flatMap((table) => {
    const places = columns.map((column) => table.columns.indexOf(column))
    const found = table.rows.filter(([name = '']) => rows.includes(name))
    return [
      [`**${table.what.replace(' (mean ± standard error)', '')}**`, ...columns.map(() => '')],
      ...found.map(([name = '', ...cells]) => [
        name,
        ...places.map((place) => (cells[place] ?? '–').replaceAll(' ± ', '±')),
      ]),
    ]
  })
  return markdownTable(['', ...columns], body)
}
