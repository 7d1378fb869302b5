import { childrenFirst, parentsOf, type VersionNode } from '@palate/core/profile/history/version-graph.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawGraph } from './graph.ts'

const node = (id: string, parentVersionId: string | null = null, mergedFrom?: string): VersionNode => ({
  id,
  parentVersionId,
  ...(mergedFrom !== undefined && { mergedFrom }),
})

function drawn(nodes: readonly VersionNode[], heads: readonly string[]): readonly string[] {
  const ordered = childrenFirst(nodes, heads)
  return drawGraph(ordered).flatMap(({ before, own, after }, i) => [...before, `${own} ${ordered[i]?.id}`, ...after])
}

test('a line of commits is a line', () => {
  const nodes = [node('1'), node('2', '1'), node('3', '2')]
  expect(drawn(nodes, ['3'])).toEqual(['* 3', '* 2', '* 1'])
  expect(drawn(nodes, ['2'])).toEqual(['* 2', '* 1'])
})

test('branches stand side by side until they meet', () => {
  const nodes = [node('1'), node('2', '1'), node('3', '1'), node('4', '2')]
  expect(drawn(nodes, ['4', '3'])).toEqual(['* 4', '│ * 3', '* │ 2', '├─╯', '* 1'])
})

test('a merge has two lines below it', () => {
  const nodes = [node('1'), node('2', '1'), node('3', '1'), node('4', '2', '3')]
  expect(drawn(nodes, ['4'])).toEqual(['* 4', '├─╮', '│ * 3', '* │ 2', '├─╯', '* 1'])
})

test('a merge of what another branch is at leads to its line', () => {
  const nodes = [node('1'), node('2', '1'), node('3', '1'), node('4', '3'), node('5', '2', '3')]
  expect(drawn(nodes, ['4', '5'])).toEqual(['* 5', '├─╮', '│ │ * 4', '│ ├─╯', '│ * 3', '* │ 2', '├─╯', '* 1'])
})

test('histories without a common beginning do not touch', () => {
  expect(drawn([node('1'), node('2'), node('3', '1')], ['3', '2'])).toEqual(['* 3', '│ * 2', '* 1'])
  expect(drawn([node('1'), node('2')], ['1', '2'])).toEqual(['* 2', '  * 1'])
})

test('lines cross where they must', () => {
  const nodes = [node('1'), node('a', '1'), node('b', '1'), node('c', '1'), node('m', 'a', 'c')]
  expect(drawn(nodes, ['b', 'm'])).toEqual(['* m', '├─╮', '│ * c', '│ │ * b', '* │ │ a', '├─╯ │', '├───╯', '* 1'])
})

const histories = fc
  .array(fc.tuple(fc.nat(), fc.nat(), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 })
  .map((made) =>
    made.map(([parent, other, isRoot, isMerge], i) =>
      node(
        String(i),
        i === 0 || (isRoot && parent % 5 === 0) ? null : String(parent % i),
        isMerge && i > 0 ? String(other % i) : undefined,
      ),
    ),
  )

test('every commit behind the heads comes once, after all of its children', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (nodes, picked) => {
      const heads = picked.map((one) => String(one % nodes.length))
      const ordered = childrenFirst(nodes, heads)
      const places = new Map(ordered.map(({ id }, place) => [id, place]))
      expect(places.size).toBe(ordered.length)
      for (const head of heads) expect(places.has(head)).toBe(true)
      for (const [place, one] of ordered.entries()) {
        for (const parent of parentsOf(one)) expect(places.get(parent)).toBeGreaterThan(place)
      }
    }),
  )
})

/** Reads a drawing: follows the lines from each commit down to its parents. */
function parentsDrawn(nodes: readonly VersionNode[]): readonly (readonly string[])[] {
  const rows = drawGraph(nodes)
  type Line = { readonly text: string; readonly id?: string; readonly links?: readonly string[] }
  const lines: readonly Line[] = rows.flatMap(({ before, own, after }, i) => [
    ...before.map((text) => ({ text })),
    { text: own, id: nodes[i]?.id ?? '', links: after },
    ...after.map((text) => ({ text })),
  ])
  const at = (line: number, column: number) => lines[line]?.text[column] ?? ' '
  const otherEnd = (line: number, column: number, step: number): number =>
    /[─┼]/.test(at(line, column + step)) ? otherEnd(line, column + step, step) : column + step
  const trace = (line: number, column: number): readonly string[] => {
    const cell = at(line, column)
    if (cell === '*') return [lines[line]?.id ?? '']
    if (cell === '╯') return trace(line + 1, otherEnd(line, column, -1))
    return '│├┤┼'.includes(cell) ? trace(line + 1, column) : []
  }
  return lines.flatMap(({ text, links }, line) => {
    if (links === undefined) return []
    const column = text.indexOf('*')
    const side = at(line + 1, column) === '├' ? 1 : -1
    const merged = links.length > 0 ? trace(line + 2, otherEnd(line + 1, column, side)) : []
    return [[...trace(line + 1, column), ...merged].sort()]
  })
}

test('the lines lead from each commit to its parents, and to nothing else', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (nodes, picked) => {
      const ordered = childrenFirst(
        nodes,
        picked.map((one) => String(one % nodes.length)),
      )
      expect(parentsDrawn(ordered)).toEqual(ordered.map((one) => [...parentsOf(one)].sort()))
    }),
  )
})
