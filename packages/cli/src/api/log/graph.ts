import { parentsOf, type VersionNode } from '@palate/core/profile/history/version-graph.ts'

/** The lines of one version: those that lead to it, its own, and the prefix of further lines of its text. */
export interface GraphRow {
  readonly before: readonly string[]
  readonly own: string
  /** The lines between it and its parents; its text may go next to them. */
  readonly after: readonly string[]
  readonly rest: string
}

/**
 * Draws versions, children before parents, as a graph. Each column waits for one version: the next on its line. Columns
 * that wait for the same version join before it. A merge opens a column for the version that it merged.
 */
export function drawGraph(nodes: readonly VersionNode[]): readonly GraphRow[] {
  const shown = new Set(nodes.map(({ id }) => id))
  let columns: (string | undefined)[] = []
  /** The column where a line has just ended: a line that starts right below would look like its continuation. */
  let ended: number | undefined

  return nodes.map((node) => {
    const waiting = columns.flatMap((id, column) => (id === node.id ? [column] : []))
    const own = waiting[0] ?? firstFree(columns, 0, ended)
    const before = waiting.slice(1).map((column) => {
      const line = link(columns, own, column, '╯')
      columns[column] = undefined
      return line
    })
    columns[own] = node.id
    columns = trimmed(columns)
    const line = row(columns, own)
    const [parent, merged] = parentsOf(node).filter((id) => shown.has(id))
    columns[own] = parent
    ended = parent === undefined ? own : undefined
    const after: string[] = []
    if (merged !== undefined) {
      const there = columns.indexOf(merged)
      const column = there >= 0 ? there : firstFree(columns, own + 1)
      after.push(link(columns, own, column, there >= 0 ? undefined : '╮'))
      columns[column] = merged
    }
    columns = trimmed(columns)
    return { before, own: line, after, rest: row(columns) }
  })
}

function firstFree(columns: readonly (string | undefined)[], from = 0, except?: number): number {
  let column = from
  while (columns[column] !== undefined || column === except) column++
  return column
}

function row(columns: readonly (string | undefined)[], own?: number): string {
  return Array.from(columns, (id, column) => (column === own ? '*' : id === undefined ? ' ' : '│'))
    .join(' ')
    .trimEnd()
}

/** A line from one column to another. `end` is its last character; a column that continues is joined instead. */
function link(columns: readonly (string | undefined)[], from: number, to: number, end: string | undefined): string {
  const [left, right] = [Math.min(from, to), Math.max(from, to)]
  const count = Math.max(columns.length, right + 1)
  const cells = Array.from({ length: count }, (_, column) => {
    const isFree = columns[column] === undefined
    if (column < left || column > right) return isFree ? ' ' : '│'
    if (column === to && end !== undefined) return end
    if (column === left) return '├'
    if (column === right) return '┤'
    return isFree ? '─' : '┼'
  })
  return cells
    .map((cell, column) => cell + (column >= left && column < right ? '─' : ' '))
    .join('')
    .trimEnd()
}

function trimmed(columns: readonly (string | undefined)[]): (string | undefined)[] {
  return columns.slice(0, columns.findLastIndex((id) => id !== undefined) + 1)
}
