import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Links, mergeBases, type VersionLink } from '../history/version-graph.ts'
import type { Element, ElementLists } from '../schema.ts'
import { mergeStates } from './merge.ts'
import { makeMergeBase, mergeBaseStatesMax, planMergeBase } from './merge-base.ts'

/** One step of a random history: a commit on any version, or a merge of any two, so that criss-cross merges are common. */
const step = fc.record({
  merges: fc.boolean(),
  a: fc.nat(1000),
  b: fc.nat(1000),
  element: fc.constantFrom('p', 'q', 'r'),
  deletes: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const steps = fc.array(step, { minLength: 5, maxLength: 40, size: 'max' })

/**
 * A history in which no two commits change the same element side by side: an element is changed only where its latest
 * change is known. A version then has, for each element, the number of its last change, and a merge must take the higher
 * one of its sides.
 */
class History {
  readonly links = new Map<string, VersionLink>()
  readonly #changes = new Map<string, ReadonlyMap<string, number>>()
  readonly #contents = new Map<string, (Element | undefined)[]>()

  add(parents: readonly string[], changes: ReadonlyMap<string, number>): void {
    const [parent = null, mergedFrom] = parents
    const id = `v${this.links.size}`
    this.links.set(id, { id, branchId: 'main', parentVersionId: parent, mergedFrom })
    this.#changes.set(id, changes)
  }

  commit(on: string, element: string, deletes: boolean): void {
    const changes = this.changesAt(on)
    const contents = this.#contents.get(element) ?? [undefined]
    this.#contents.set(element, contents)
    const last = contents.length - 1
    const mayChange = (changes.get(element) ?? 0) === last
    if (mayChange) contents.push(deletes && contents[last] ? undefined : { id: element, answer: contents.length })
    this.add([on], mayChange ? new Map([...changes, [element, last + 1]]) : changes)
  }

  latestOf(a: string, b: string): ReadonlyMap<string, number> {
    const theirs = [...this.changesAt(b)].filter(([id, n]) => n > (this.changesAt(a).get(id) ?? 0))
    return new Map([...this.changesAt(a), ...theirs])
  }

  changesAt(id: string): ReadonlyMap<string, number> {
    return this.#changes.get(id) ?? new Map()
  }

  stateOf(changes: ReadonlyMap<string, number>): ElementLists {
    const constraints = [...changes].flatMap(([id, n]) => this.#contents.get(id)?.[n] ?? [])
    return { constraints, exemplars: [], comparisons: [] }
  }

  version(n: number): string {
    return `v${n % this.links.size}`
  }
}

/** Plays the steps; `check` sees each merge before it is added with the right result. */
async function play(all: readonly Step[], check: (history: History, ours: string, theirs: string) => Promise<void>) {
  const history = new History()
  history.add([], new Map())
  for (const { merges, a, b, element, deletes } of all) {
    const [ours, theirs] = [history.version(a), history.version(b)]
    if (!merges) history.commit(ours, element, deletes)
    if (!merges) continue
    await check(history, ours, theirs)
    history.add([ours, theirs], history.latestOf(ours, theirs))
  }
}

async function mergeIn(history: History, ours: string, theirs: string, statesMax = mergeBaseStatesMax) {
  const stateAt = (id: string) => history.stateOf(history.changesAt(id))
  const base = await makeMergeBase(planMergeBase(history.links, ours, theirs, statesMax), async (id) => stateAt(id))
  return mergeStates(base, stateAt(ours), stateAt(theirs), 'fail')
}

describe('in any history, with criss-cross merges', () => {
  it('a merge takes the last change of each element: nothing deleted comes back, and no change is lost', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (all) =>
        play(all, async (history, ours, theirs) => {
          const { state, conflicts } = await mergeIn(history, ours, theirs)
          expect(conflicts).toEqual([])
          expect(byId(state)).toEqual(byId(history.stateOf(history.latestOf(ours, theirs))))
        }),
      ),
      { numRuns: 300 },
    )
  })

  it('beyond the limit of states an element is correct or a conflict, never silently wrong', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(4), (all, statesMax) =>
        play(all, async (history, ours, theirs) => {
          const { state, conflicts } = await mergeIn(history, ours, theirs, statesMax)
          const contested = new Set(conflicts.map(({ id }) => id))
          const settled = (lists: ElementLists) => byId(lists).filter(([id]) => !contested.has(id))
          expect(settled(state)).toEqual(settled(history.stateOf(history.latestOf(ours, theirs))))
        }),
      ),
      { numRuns: 300 },
    )
  })

  it('the bases are the common ancestors that are not ancestors of another one', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (all) =>
        play(all, async ({ links }, ours, theirs) => {
          const common = [...ancestorsOf(links, ours)].filter((id) => ancestorsOf(links, theirs).has(id))
          const nearest = common.filter((id) => !common.some((one) => one !== id && ancestorsOf(links, one).has(id)))
          const found = mergeBases(links, [...links.keys()].reverse(), [ours], [theirs])
          expect(found.toSorted()).toEqual(nearest.toSorted())
        }),
      ),
      { numRuns: 50 },
    )
  })
})

it('an element that the bases changed differently is a conflict where the heads differ, and only there', async () => {
  const one = (answer: unknown): ElementLists => ({
    constraints: [{ id: 'c', answer }],
    exemplars: [],
    comparisons: [],
  })
  const states: Readonly<Record<string, ElementLists>> = { root: one(0), a: one(1), b: one(2) }
  const links = historyOf({ root: [], a: ['root'], b: ['root'], m1: ['a', 'b'], m2: ['b', 'a'] })
  const base = await makeMergeBase(planMergeBase(links, 'm1', 'm2'), async (id) => states[id] ?? one('lost'))
  expect(mergeStates(base, one(1), one(2), 'fail').conflicts).toMatchObject([
    { kind: 'constraints', id: 'c', base: null },
  ])
  expect(mergeStates(base, one(1), one(1), 'fail')).toEqual({ state: one(1), conflicts: [] })
})

it('a base is made from few of the states of a long history', () => {
  const chain = Array.from({ length: 20_000 }, (_, i): [string, string[]] => [`v${i}`, i === 0 ? [] : [`v${i - 1}`]])
  const tip = `v${chain.length - 1}`
  const links = historyOf({ ...Object.fromEntries(chain), a: [tip], b: [tip], m1: ['a', 'b'], m2: ['b', 'a'] })
  const version = (versionId: string) => ({ kind: 'version', versionId })
  expect(planMergeBase(links, 'm1', 'm2')).toEqual({
    kind: 'merge',
    base: version(tip),
    ours: version('a'),
    theirs: version('b'),
  })
})

it('with too many bases, the base is unknown', () => {
  const crossed = (count: number) => {
    const tips = Array.from({ length: count }, (_, i) => `b${i}`)
    const merged = (side: string) =>
      tips.map((tip, i): [string, string[]] => [`${side}${i}`, [i === 0 ? 'root' : `${side}${i - 1}`, tip]])
    const forks = tips.map((tip): [string, string[]] => [tip, ['root']])
    const links = historyOf(Object.fromEntries([['root', []], ...forks, ...merged('x'), ...merged('y')]))
    return planMergeBase(links, `x${count - 1}`, `y${count - 1}`)
  }
  // Each of the bases, and the root for each but the first.
  const fits = (mergeBaseStatesMax + 1) >> 1
  expect(JSON.stringify(crossed(fits))).not.toContain('unknown')
  expect(JSON.stringify(crossed(fits + 1))).toContain('unknown')
  expect(crossed(mergeBaseStatesMax + 1)).toEqual({ kind: 'unknown' })
})

function historyOf(parents: Readonly<Record<string, readonly string[]>>): Links {
  return new Map(
    Object.entries(parents).map(([id, [parent = null, mergedFrom]]) => [
      id,
      { id, branchId: 'main', parentVersionId: parent, mergedFrom },
    ]),
  )
}

/** Finds ancestors as simply as possible. Includes the version itself. */
function ancestorsOf(links: Links, id: string | null | undefined): ReadonlySet<string> {
  const link = links.get(id ?? '')
  if (!link) return new Set()
  return new Set([link.id, ...ancestorsOf(links, link.parentVersionId), ...ancestorsOf(links, link.mergedFrom)])
}

function byId({ constraints }: ElementLists): readonly (readonly [string, Element])[] {
  return constraints.map((element) => [element.id, element] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
