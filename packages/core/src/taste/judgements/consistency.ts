import type { ComparisonExample, LabelExample, NamedExamples } from './training-examples.ts'

const cyclesShownMax = 10

/** How well the judgements of one dimension agree with each other. Frames are identified by their picture. */
export interface Consistency {
  /** For each pair that was judged both ways, the ids of its comparisons. */
  readonly contradictoryComparisons: readonly (readonly string[])[]
  /** For each picture that is labelled both good and bad, the ids of its exemplars. */
  readonly contradictoryLabels: readonly (readonly string[])[]
  /** Share of the triples of mutually compared frames whose preferences are transitive; null without such triples. */
  readonly transitivity: number | null
  /** For each group of frames that are preferred in a cycle, the ids of the comparisons among them. */
  readonly cycles: readonly (readonly string[])[]
  /** Number of connected components of the comparison graph. */
  readonly groups: number
}

export function consistencyOf({ labels, comparisons }: NamedExamples): Consistency {
  const pairs = [...Map.groupBy(comparisons, pairKey).values()].map(readPair)
  const decided = pairs.filter(({ margin }) => margin !== 0)
  const beats = new Map<string, Set<string>>()
  for (const { a, b, margin } of decided) link(beats, margin > 0 ? a : b, margin > 0 ? b : a)
  return {
    contradictoryComparisons: pairs.filter(({ bothWays }) => bothWays).map(({ ids }) => ids),
    contradictoryLabels: contradictoryLabels(labels),
    transitivity: transitivity(beats, decided),
    cycles: cyclesOf(beats, decided),
    groups: countComponents(pairs),
  }
}

interface Pair {
  readonly a: string
  readonly b: string
  readonly ids: readonly string[]
  /** Positive if A wins overall, negative if B does. */
  readonly margin: number
  readonly bothWays: boolean
}

type Beats = ReadonlyMap<string, ReadonlySet<string>>

function pairKey({ a, b }: ComparisonExample<string>): string {
  return JSON.stringify([a, b].sort())
}

function readPair(comparisons: readonly ComparisonExample<string>[]): Pair {
  const { a = '', b = '' } = comparisons[0] ?? {}
  const outcomes = comparisons.map((one) => (one.a === a ? one.outcome : 1 - one.outcome))
  return {
    a,
    b,
    ids: comparisons.map(({ elementId }) => elementId),
    margin: outcomes.reduce((sum, outcome) => sum + outcome - 0.5, 0),
    bothWays: outcomes.includes(1) && outcomes.includes(0),
  }
}

function contradictoryLabels(labels: readonly LabelExample<string>[]): readonly (readonly string[])[] {
  return [...Map.groupBy(labels, ({ picture }) => picture).values()]
    .filter((same) => same.some(({ good }) => good) && same.some(({ good }) => !good))
    .map((same) => same.map(({ elementId }) => elementId))
}

/** Goes through the triples edge by edge, so each triple is counted three times. */
function transitivity(beats: Beats, decided: readonly Pair[]): number | null {
  const wins = (x: string, y: string) => beats.get(x)?.has(y) === true
  const compared = neighboursOf(decided)
  let triples = 0
  let cyclic = 0
  for (const { a, b, margin } of decided) {
    const [better, worse] = margin > 0 ? [a, b] : [b, a]
    for (const third of compared.get(worse) ?? []) {
      if (!compared.get(better)?.has(third)) continue
      triples += 1
      if (wins(worse, third) && wins(third, better)) cyclic += 1
    }
  }
  return triples === 0 ? null : 1 - cyclic / triples
}

/** The frames of a strongly connected component of the preference graph are preferred in a cycle. */
function cyclesOf(beats: Beats, decided: readonly Pair[]): readonly (readonly string[])[] {
  const component = strongComponents(beats)
  const inside = decided.filter(({ a, b }) => component.get(a) === component.get(b))
  const groups = [...Map.groupBy(inside, ({ a }) => component.get(a)).values()]
  return groups.slice(0, cyclesShownMax).map((pairs) => pairs.flatMap(({ ids }) => ids))
}

/** Kosaraju's algorithm, with explicit stacks so that a long chain cannot exhaust the call stack. */
function strongComponents(beats: Beats): ReadonlyMap<string, number> {
  const reverse = new Map<string, Set<string>>()
  for (const [from, targets] of beats) for (const to of targets) link(reverse, to, from)
  const component = new Map<string, number>()
  const order = finishingOrder(beats)
  for (const [number, root] of order.reverse().entries()) {
    const pending = component.has(root) ? [] : [root]
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (component.has(node)) continue
      component.set(node, number)
      pending.push(...(reverse.get(node) ?? []))
    }
  }
  return component
}

function finishingOrder(beats: Beats): string[] {
  const order: string[] = []
  const seen = new Set<string>()
  for (const root of beats.keys()) {
    const pending: { node: string; done: boolean }[] = [{ node: root, done: false }]
    for (let item = pending.pop(); item; item = pending.pop()) {
      if (item.done) order.push(item.node)
      if (item.done || seen.has(item.node)) continue
      seen.add(item.node)
      pending.push({ node: item.node, done: true })
      for (const next of beats.get(item.node) ?? []) if (!seen.has(next)) pending.push({ node: next, done: false })
    }
  }
  return order
}

/** In an undirected graph the strongly connected components are the connected ones. */
function countComponents(pairs: readonly Pair[]): number {
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
