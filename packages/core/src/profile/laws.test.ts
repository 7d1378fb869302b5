import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffStates, type ListDiff } from './history/diff.ts'
import { mergeStates } from './merge/merge.ts'
import { baseOf } from './merge/merge-base.ts'
import { byKind, type Element, type ElementLists, elementKinds } from './schema.ts'

// Few ids and contents, so that states often share elements and often differ in them.
const element = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), answer: fc.integer({ min: 0, max: 2 }) })
const list = fc.uniqueArray(element, { selector: ({ id }) => id, maxLength: 5 })
const state: fc.Arbitrary<ElementLists> = fc.record({ constraints: list, exemplars: list, comparisons: list })

describe('diff', () => {
  it('applied to `from` it gives `to`', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const diff = diffStates(from, to)
        expect(sorted(byKind((kind) => apply(from[kind], diff[kind])))).toEqual(sorted(to))
      }),
    )
  })

  it('of a state with itself is empty', () => {
    const nothing = byKind(() => ({ added: [], removed: [], changed: [] }))
    fc.assert(
      fc.property(state, (lists) => {
        expect(diffStates(lists, lists)).toEqual(nothing)
      }),
    )
  })

  it('in the other direction swaps added with removed and reverses what changed', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const [there, back] = [diffStates(from, to), diffStates(to, from)]
        for (const kind of elementKinds) {
          expect(back[kind].removed).toEqual(there[kind].added)
          expect(back[kind].added).toEqual(there[kind].removed)
          const turned = there[kind].changed.map(({ id, from: a, to: b }) => ({ id, from: b, to: a }))
          expect(byId(back[kind].changed)).toEqual(byId(turned))
        }
      }),
    )
  })

  it("ignores the order of an element's members", () => {
    const [a, b] = [[{ id: 'a', x: 1, y: { p: 1, q: 2 } }], [{ y: { q: 2, p: 1 }, x: 1, id: 'a' }]]
    const listsWith = (constraints: readonly Element[]) => ({ constraints, exemplars: [], comparisons: [] })
    expect(diffStates(listsWith(a), listsWith(b)).constraints).toEqual({ added: [], removed: [], changed: [] })
  })
})

describe('three-way merge', () => {
  it('with an unchanged side gives the other', () => {
    fc.assert(
      fc.property(state, state, (base, changed) => {
        const ours = mergeStates(baseOf(base), changed, base, 'fail')
        expect(ours).toEqual({ state: changed, conflicts: [] })
        const theirs = mergeStates(baseOf(base), base, changed, 'fail')
        expect({ ...theirs, state: sorted(theirs.state) }).toEqual({ state: sorted(changed), conflicts: [] })
      }),
    )
  })

  it('of equal sides gives that side, without conflicts', () => {
    fc.assert(
      fc.property(state, state, (base, side) => {
        expect(mergeStates(baseOf(base), side, side, 'fail')).toEqual({ state: side, conflicts: [] })
      }),
    )
  })

  it('finds the same conflicts from either side', () => {
    fc.assert(
      fc.property(state, state, state, (base, a, b) => {
        const there = mergeStates(baseOf(base), a, b, 'fail').conflicts
        const back = mergeStates(baseOf(base), b, a, 'fail').conflicts
        expect(named(there)).toEqual(named(back))
      }),
    )
  })

  it('has a conflict exactly where both sides changed an element differently', () => {
    fc.assert(
      fc.property(state, state, state, (base, ours, theirs) => {
        const expected = elementKinds.flatMap((kind) =>
          ['a', 'b', 'c', 'd', 'e'].flatMap((id) => {
            const [was, our, their] = [base, ours, theirs].map((one) => JSON.stringify(at(one[kind], id)))
            return was !== our && was !== their && our !== their ? [{ kind, id }] : []
          }),
        )
        expect(named(mergeStates(baseOf(base), ours, theirs, 'fail').conflicts)).toEqual(named(expected))
      }),
    )
  })

  it('resolves a conflict for the target with `ours` and for the source with `theirs`', () => {
    fc.assert(
      fc.property(state, state, state, (base, ours, theirs) => {
        const byOurs = mergeStates(baseOf(base), ours, theirs, 'ours')
        const byTheirs = mergeStates(baseOf(base), ours, theirs, 'theirs')
        for (const { kind, id } of byOurs.conflicts) {
          expect(at(byOurs.state[kind], id)).toEqual(at(ours[kind], id))
          expect(at(byTheirs.state[kind], id)).toEqual(at(theirs[kind], id))
        }
        expect(byTheirs.conflicts).toEqual(byOurs.conflicts)
      }),
    )
  })

  it('with sides and strategy swapped gives the same elements', () => {
    fc.assert(
      fc.property(state, state, state, (base, a, b) => {
        const there = mergeStates(baseOf(base), a, b, 'ours').state
        const back = mergeStates(baseOf(base), b, a, 'theirs').state
        expect(sorted(there)).toEqual(sorted(back))
      }),
    )
  })
})

function apply(from: readonly Element[], { added, removed, changed }: ListDiff): readonly Element[] {
  const gone = new Set(removed.map(({ id }) => id))
  const now = new Map(changed.map(({ id, to }) => [id, to]))
  return [...from.filter(({ id }) => !gone.has(id)).map((one) => now.get(one.id) ?? one), ...added]
}

function at(elements: readonly Element[], id: string): Element | undefined {
  return elements.find((one) => one.id === id)
}

function sorted(lists: ElementLists): ElementLists {
  return byKind((kind) => byId(lists[kind]))
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function named(conflicts: readonly { readonly kind: string; readonly id: string }[]): readonly string[] {
  return conflicts.map(({ kind, id }) => `${kind}/${id}`).sort()
}
