import type { ComparisonLesson, LabelLesson, NamedLessons } from './teaching.ts'

const cyclesShownMax = 10

/** How well the judgements of one dimension agree with each other. Frames are named by where they are to be had. */
export interface Consistency {
  /** Pairs that were judged both ways, by the ids of the comparisons. */
  readonly contradictoryComparisons: readonly (readonly string[])[]
  /** Pictures that are labelled good and bad, by the ids of the exemplars. */
  readonly contradictoryLabels: readonly (readonly string[])[]
  /** Of three frames that were all compared with each other, how often the preferences make an order; null: no three. */
  readonly transitivity: number | null
  /** Groups of frames preferred in a circle, by the ids of the comparisons among them. */
  readonly cycles: readonly (readonly string[])[]
  /** Into how many groups the compared frames fall that no comparison joins. */
  readonly groups: number
}

export function consistencyOf({ labels, comparisons }: NamedLessons): Consistency {
  const pairs = [...Map.groupBy(comparisons, pairKey).values()].map(readPair)
  const decided = pairs.filter(({ lead }) => lead !== 0)
  const beats = new Map<string, Set<string>>()
  for (const { a, b, lead } of decided) link(beats, lead > 0 ? a : b, lead > 0 ? b : a)
  return {
    contradictoryComparisons: pairs.filter(({ bothWays }) => bothWays).map(({ ids }) => ids),
    contradictoryLabels: contradictoryLabels(labels),
    transitivity: transitivity(beats, decided),
    cycles: cyclesOf(beats, decided),
    groups: groupsOf(pairs),
  }
}

interface Pair {
  readonly a: string
  readonly b: string
  readonly ids: readonly string[]
  /** Above 0 where A is preferred on the whole, below where B is. */
  readonly lead: number
  readonly bothWays: boolean
}

type Beats = ReadonlyMap<string, ReadonlySet<string>>

function pairKey({ a, b }: ComparisonLesson<string>): string {
  return JSON.stringify([a, b].sort())
}

function readPair(comparisons: readonly ComparisonLesson<string>[]): Pair {
  const { a = '', b = '' } = comparisons[0] ?? {}
  const shares = comparisons.map((one) => (one.a === a ? one.share : 1 - one.share))
  return {
    a,
    b,
    ids: comparisons.map(({ elementId }) => elementId),
    lead: shares.reduce((sum, share) => sum + share - 0.5, 0),
    bothWays: shares.includes(1) && shares.includes(0),
  }
}

function contradictoryLabels(labels: readonly LabelLesson<string>[]): readonly (readonly string[])[] {
  return [...Map.groupBy(labels, ({ picture }) => picture).values()]
    .filter((some) => some.some(({ good }) => good) && some.some(({ good }) => !good))
    .map((some) => some.map(({ elementId }) => elementId))
}

/** Each decided pair with every frame that both of its sides were compared with: a three is met three times. */
function transitivity(beats: Beats, decided: readonly Pair[]): number | null {
  const wins = (x: string, y: string) => beats.get(x)?.has(y) === true
  const compared = neighboursOf(decided)
  let all = 0
  let circles = 0
  for (const { a, b, lead } of decided) {
    const [better, worse] = lead > 0 ? [a, b] : [b, a]
    for (const third of compared.get(worse) ?? []) {
      if (!compared.get(better)?.has(third)) continue
      all += 1
      if (wins(worse, third) && wins(third, better)) circles += 1
    }
  }
  return all === 0 ? null : 1 - circles / all
}

/** Frames that reach each other over preferences: where there are several, they are preferred in a circle. */
function cyclesOf(beats: Beats, decided: readonly Pair[]): readonly (readonly string[])[] {
  const component = strongComponents(beats)
  const inside = decided.filter(({ a, b }) => component.get(a) === component.get(b))
  const groups = [...Map.groupBy(inside, ({ a }) => component.get(a)).values()]
  return groups.slice(0, cyclesShownMax).map((some) => some.flatMap(({ ids }) => ids))
}

/** Kosaraju's two passes, with stacks of their own so that a long chain cannot exhaust the call stack. */
function strongComponents(beats: Beats): ReadonlyMap<string, number> {
  const reverse = new Map<string, Set<string>>()
  for (const [from, targets] of beats) for (const to of targets) link(reverse, to, from)
  const component = new Map<string, number>()
  const order = finishingOrder(beats)
  for (const [number, root] of order.reverse().entries()) {
    const open = component.has(root) ? [] : [root]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (component.has(node)) continue
      component.set(node, number)
      open.push(...(reverse.get(node) ?? []))
    }
  }
  return component
}

function finishingOrder(beats: Beats): string[] {
  const order: string[] = []
  const seen = new Set<string>()
  for (const root of beats.keys()) {
    const open: { node: string; done: boolean }[] = [{ node: root, done: false }]
    for (let item = open.pop(); item; item = open.pop()) {
      if (item.done) order.push(item.node)
      if (item.done || seen.has(item.node)) continue
      seen.add(item.node)
      open.push({ node: item.node, done: true })
      for (const next of beats.get(item.node) ?? []) if (!seen.has(next)) open.push({ node: next, done: false })
    }
  }
  return order
}

function groupsOf(pairs: readonly Pair[]): number {
  return new Set(strongComponents(neighboursOf(pairs)).values()).size
}

function neighboursOf(pairs: readonly Pair[]): Beats {
  const both = new Map<string, Set<string>>()
  for (const { a, b } of pairs) {
    link(both, a, b)
    link(both, b, a)
  }
  return both
}

function link(graph: Map<string, Set<string>>, from: string, to: string): void {
  const targets = graph.get(from) ?? new Set()
  graph.set(from, targets.add(to))
}
