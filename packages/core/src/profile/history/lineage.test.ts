import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineageOf } from './lineage.ts'
import { walkBack } from './version-graph.ts'

test('a version is an ancestor of another exactly if walking back from that one meets it', () => {
  /** Each version's parent is an earlier one, or none. */
  const parents = fc.array(fc.option(fc.nat(30)), { minLength: 1, maxLength: 15 })
  fc.assert(
    fc.property(parents, (sent) => {
      const links = new Map(
        sent.map((parent, i) => {
          const parentVersionId = parent === null || i === 0 ? null : `v${parent % i}`
          return [`v${i}`, { id: `v${i}`, branchId: `b${i % 3}`, parentVersionId }]
        }),
      )
      const lineage = lineageOf(links)
      for (const descendant of links.keys()) {
        const ancestors = new Set([...walkBack(links, descendant)].map(({ id }) => id))
        for (const id of links.keys()) expect(lineage.isAncestor(id, descendant)).toBe(ancestors.has(id))
      }
    }),
  )
})
