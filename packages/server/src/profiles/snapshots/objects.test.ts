import type { Element, Snapshot } from '@palate/core/profile/schema.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Objects, packSnapshot, partsOf, unpackSnapshot } from './objects.ts'

/** Any character. Like the unit `binary`, which would make fast-check keep a 140 MB table in memory. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))
/** Includes names such as `__proto__`, which fast-check generates with its default characters. */
const text = (minLength = 0) => fc.oneof(fc.string({ minLength }), fc.string({ minLength, unit: character }))
const json = fc.jsonValue({ maxDepth: 3 })
const element: fc.Arbitrary<Element> = fc
  .tuple(text(1), fc.dictionary(text(), json, { maxKeys: 3 }))
  .map(([id, members]) => ({ ...members, id }))
const list = fc.uniqueArray(element, { selector: ({ id }) => id, maxLength: 100, size: 'large' })
const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  constraints: list,
  exemplars: list,
  comparisons: list,
  latentScores: fc.dictionary(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })),
})

const thousand = Array.from({ length: 1000 }, (_, i) => ({
  id: `con_${i}`,
  question: `Question ${i}?`,
  answer: `${i}`,
}))
const stateOf = (constraints: readonly Element[]): Snapshot => ({
  constraints,
  exemplars: [],
  comparisons: [],
  latentScores: {},
})

describe('packed snapshots', () => {
  it('unpacking gives what was packed', () => {
    fc.assert(
      fc.property(snapshot, (state) => {
        const { hash, objects } = packSnapshot(state)
        expect(JSON.parse(unpackSnapshot(hash, objects))).toEqual(JSON.parse(JSON.stringify(state)))
      }),
      { numRuns: 25 },
    )
  })

  it('exactly the objects of the snapshot are reachable from the root, level by level', () => {
    fc.assert(
      fc.property(snapshot, (state) => {
        const { hash, objects } = packSnapshot(state)
        expect(reached(hash, objects)).toEqual(new Set(objects.keys()))
      }),
      { numRuns: 15 },
    )
  })

  it('equal states have equal hashes, regardless of member order', () => {
    fc.assert(
      fc.property(snapshot, (state) => {
        const turned = (elements: readonly Element[]) => elements.map(withMembersReversed)
        const same = { ...state, constraints: turned(state.constraints), exemplars: turned(state.exemplars) }
        expect(packSnapshot(same).hash).toBe(packSnapshot(state).hash)
      }),
      { numRuns: 15 },
    )
  })

  it('different states have different hashes: a different element, order, kind or score', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }]
    const states = [
      stateOf([]),
      stateOf([a]),
      stateOf([a, b]),
      stateOf([b, a]),
      stateOf([{ ...a, x: null }]),
      { ...stateOf([]), exemplars: [a] },
      { ...stateOf([]), comparisons: [a] },
      { ...stateOf([a]), latentScores: { a: 1 } },
    ]
    expect(new Set(states.map((state) => packSnapshot(state).hash)).size).toBe(states.length)
  })

  it.each([
    ['changed', thousand.with(500, { id: 'con_500', question: 'Question 500?', answer: 'another' })],
    ['added at the end', [...thousand, { id: 'con_new', question: 'New?', answer: 'yes' }]],
    ['added at the beginning', [{ id: 'con_new', question: 'New?', answer: 'yes' }, ...thousand]],
    ['removed', thousand.toSpliced(500, 1)],
  ])('one element in a thousand, %s, adds only a few objects', (_, constraints) => {
    const before = packSnapshot(stateOf(thousand))
    const after = packSnapshot(stateOf(constraints))
    const added = [...after.objects].filter(([hash]) => !before.objects.has(hash))
    expect(added.length).toBeLessThanOrEqual(10)
    expect(added.reduce((sum, [, content]) => sum + content.length, 0)).toBeLessThan(10_000)
  })

  it('elements that look like chunks or roots are still elements', () => {
    const { hash: inner } = packSnapshot(stateOf([{ id: 'a' }]))
    const state = stateOf([{ id: 'root:{}' }, { id: `chunk:["${inner}"]` }, { id: inner, latentScores: inner }])
    const { hash, objects } = packSnapshot(state)
    expect(JSON.parse(unpackSnapshot(hash, objects))).toEqual(state)
  })

  it('a missing part is an error, never a smaller snapshot', () => {
    const { hash, objects } = packSnapshot(stateOf(thousand))
    for (const gone of [...objects.keys()].slice(-40)) {
      const rest = new Map([...objects].filter(([key]) => key !== gone))
      expect(() => unpackSnapshot(hash, rest)).toThrow('is missing')
    }
  })
})

function reached(root: string, objects: Objects): ReadonlySet<string> {
  const found = new Set<string>()
  for (let level: readonly string[] = [root]; level.length > 0; level = partsOf(level, objects)) {
    for (const hash of level) found.add(hash)
  }
  return found
}

function withMembersReversed(one: Element): Element {
  return Object.fromEntries(Object.entries(one).reverse()) as Element
}
