import type { Branch, ListedVersion } from '@palate/client'
import { expect, test } from 'vitest'
import { distance, type Graph, graphOf, mayMoveTo, mergeBaseOf, setAside } from './graph.ts'
import { layOutLanes, originOf, type Row } from './lanes.ts'

/** `id: parent @ branch + mergedFrom`, oldest first, a minute apart. */
function graph(versions: readonly string[], heads: Record<string, string | null>): Graph {
  return graphOf({
    versions: versions.map((text, minute): ListedVersion => {
      const [, id = '', parent = '', branchId = '', mergedFrom] =
        /^(\w+): (\w+) @ (\w+)(?: \+ (\w+))?$/.exec(text) ?? []
      const createdAt = new Date(minute * 60_000).toISOString()
      const parentVersionId = parent === 'none' ? null : parent
      return { id, branchId, parentVersionId, message: id, createdAt, ...(mergedFrom && { mergedFrom }) }
    }),
    branches: Object.entries(heads).map(([id, headVersionId]): Branch => {
      return { id, name: id, headVersionId, createdAt: '', ...(id !== 'main' && { parentBranchId: 'main' }) }
    }),
  })
}

function lanes(history: Graph, first: string, second?: string): readonly Row[] {
  const find = (id: string | undefined) => history.branches.find((branch) => branch.id === id)
  return layOutLanes(
    history,
    [find(first), find(second)].filter((branch) => branch !== undefined),
  )
}

/** Per row: the id, its lane, and the lines above | below, with f for a fork and m for a merge. */
function picture(rows: readonly Row[]): readonly string[] {
  const side = (lines: readonly boolean[]) => lines.map((line) => (line ? '|' : '.')).join('')
  return rows.map(
    ({ version, lane, above, below, forks, merges }) =>
      `${version.id}${lane} ${side(above)} ${side(below)}${forks.length > 0 ? ` f${forks}` : ''}${merges.length > 0 ? ` m${merges}` : ''}`,
  )
}

const forked = ['a: none @ main', 'b: a @ main', 'c: b @ bold', 'd: b @ main', 'e: c @ bold']

test('one branch is one lane, newest first', () => {
  expect(picture(lanes(graph(forked, { main: 'd', bold: 'e' }), 'main'))).toEqual(['d0 . |', 'b0 | |', 'a0 | .'])
})

test('below the fork, a branch shares the lane of its parent branch', () => {
  const rows = lanes(graph(forked, { main: 'd', bold: 'e' }), 'bold', 'main')
  expect(picture(rows)).toEqual(['e0 .. |.', 'd1 |. ||', 'c0 || ||', 'b1 .| .| f0', 'a1 .| ..'])
})

test('with the parent branch current, the shared part stays in its lane', () => {
  const rows = lanes(graph(forked, { main: 'd', bold: 'e' }), 'main', 'bold')
  expect(picture(rows)).toEqual(['e1 .. .|', 'd0 .| ||', 'c1 || ||', 'b0 |. |. f1', 'a0 |. ..'])
})

test('a merge is a line from the merged head, next to passing lines', () => {
  const merged = graph([...forked, 'm: d @ main + e', 'n: e @ bold'], { main: 'm', bold: 'n' })
  expect(picture(lanes(merged, 'main', 'bold')).slice(0, 3)).toEqual(['n1 .. .|', 'm0 .| || m1', 'e1 || ||'])
})

test('all branches are shown at once, with the lines that fork and merge', () => {
  const three = [...forked, 'x: b @ calm', 'm: d @ main + x']
  const history = graph(three, { main: 'm', bold: 'e', calm: 'x' })
  expect(picture(layOutLanes(history, history.branches))).toEqual([
    'm0 ... |.. m2',
    'x2 |.| |.|',
    'e1 |.| |||',
    'd0 ||| |||',
    'c1 ||| |||',
    'b0 |.. |.. f2,1',
    'a0 |.. ...',
  ])
})

test('a version comes before its parents, regardless of timestamps', () => {
  const skewed = graph(['late: none @ main', 'early: late @ main'], { main: 'early' })
  const versions = skewed.versions.map((version) => ({
    ...version,
    createdAt: version.id === 'late' ? '2030-01-01' : '2020-01-01',
  }))
  const rows = lanes(graphOf({ versions, branches: skewed.branches }), 'main')
  expect(rows.map(({ version }) => version.id)).toEqual(['early', 'late'])
})

test('a branch without versions has no rows', () => {
  expect(lanes(graph([], { main: null }), 'main')).toEqual([])
})

test('the default branch to show alongside another is its parent', () => {
  const history = graph(forked, { main: 'd', bold: 'e' })
  expect(history.branches.map((branch) => originOf(history, branch)?.id)).toEqual([undefined, 'main'])
})

test('the merge base is the fork point or the last merge', () => {
  expect(mergeBaseOf(graph(forked, { main: 'd', bold: 'e' }), 'd', 'e')).toBe('b')
  const merged = graph([...forked, 'm: d @ main + e', 'n: e @ bold'], { main: 'm', bold: 'n' })
  expect(mergeBaseOf(merged, 'm', 'n')).toBe('e')
  expect(mergeBaseOf(merged, 'm', null)).toBeNull()
})

test('versions left by a roll-back are set aside, and a head may move back to them', () => {
  const rolledBack = graph([...forked, 'r: a @ main'], { main: 'r', bold: 'e' })
  expect(setAside(rolledBack).map(({ id }) => id)).toEqual(['d'])
  const [main, bold] = rolledBack.branches
  const targets = (branch: Branch | undefined) =>
    rolledBack.versions.filter(({ id }) => branch && mayMoveTo(rolledBack, branch, id))
  expect(targets(main).map(({ id }) => id)).toEqual(['a', 'b', 'd'])
  expect(targets(bold).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

test('a branch is ahead by versions that only it has, and behind by versions that only the other has', () => {
  const history = graph(forked, { main: 'd', bold: 'e' })
  const [main, bold] = history.branches
  expect(main && bold && distance(history, bold, main)).toEqual({ ahead: 2, behind: 1 })
})
