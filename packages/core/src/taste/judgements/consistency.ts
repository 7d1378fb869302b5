import { countComponents, type Edge, strongComponents } from './preference-graph.ts'
import type { ComparisonExample, LabelExample, NamedExamples } from './training-examples.ts'
import { transitivityOf } from './transitivity.ts'

const cyclesShownMax = 10

/**
 * How well the judgements of one dimension agree with each other. Frames are identified by their picture. Only a
 * person's own judgements can contradict each other: people may differ.
 */
export interface Consistency {
  /** For each pair that was judged both ways, the ids of its comparisons. */
  readonly contradictoryComparisons: readonly (readonly string[])[]
  /** For each picture that is labelled both good and bad, the ids of its exemplars. */
  readonly contradictoryLabels: readonly (readonly string[])[]
  /** Share of repeated judgements that agree with the previous one of the same pair; null without repeats. */
  readonly repeatAgreement: number | null
  /** Share of the triples of mutually compared frames whose preferences are transitive; null without such triples. */
  readonly transitivity: number | null
  /** For each group of frames that are preferred in a cycle, the ids of the comparisons among them. */
  readonly cycles: readonly (readonly string[])[]
  /** Number of connected components of the comparison graph. */
  readonly groups: number
}

export function consistencyOf({ labels, comparisons }: NamedExamples): Consistency {
  const { pairs, frameCount } = readPairs(comparisons)
  const decided = pairs.filter(({ margin }) => margin !== 0)
  const preferences = decided.map(({ a, b, margin }): Edge => (margin > 0 ? [a, b] : [b, a]))
  return {
    contradictoryComparisons: pairs.filter(({ bothWays }) => bothWays).map(({ ids }) => ids),
    contradictoryLabels: contradictoryLabels(labels),
    repeatAgreement: repeatAgreementOf(pairs),
    transitivity: transitivityOf(frameCount, preferences),
    cycles: cyclesOf(strongComponents(frameCount, preferences), decided),
    groups: countGroups(comparisons),
  }
}

/** Two frames, by their numbers, and all judgements of them. */
interface Pair {
  readonly a: number
  readonly b: number
  readonly ids: readonly string[]
  /** In the order of the elements. */
  readonly outcomes: readonly number[]
  /** Positive if A wins overall, negative if B does. */
  readonly margin: number
  readonly bothWays: boolean
}

/** A frame has a number for each person, so that the judgements of different people never meet. */
function readPairs(comparisons: readonly ComparisonExample<string>[]) {
  const { numberOf, count } = createNumbers()
  const judged = comparisons.map(({ a, b, outcome, elementId, by }): Judged => {
    const [first, second] = [numberOf(a, by), numberOf(b, by)]
    return first < second
      ? { a: first, b: second, outcome, elementId }
      : { a: second, b: first, outcome: 1 - outcome, elementId }
  })
  const frameCount = count()
  const pairs = [...Map.groupBy(judged, ({ a, b }) => a * frameCount + b).values()].map(readPair)
  return { pairs, frameCount }
}

/** How many groups the comparisons of all people leave. */
function countGroups(comparisons: readonly ComparisonExample<string>[]): number {
  const { numberOf, count } = createNumbers()
  const compared = comparisons.map(({ a, b }): Edge => [numberOf(a), numberOf(b)])
  return countComponents(count(), compared)
}

function createNumbers() {
  const numbers = new Map<string, number>()
  return {
    numberOf(frame: string, by?: string): number {
      const key = by === undefined ? frame : JSON.stringify([frame, by])
      const known = numbers.get(key) ?? numbers.size
      numbers.set(key, known)
      return known
    },
    count: () => numbers.size,
  }
}

interface Judged {
  readonly a: number
  readonly b: number
  readonly outcome: number
  readonly elementId: string
}

function readPair(judged: readonly Judged[]): Pair {
  const { a = 0, b = 0 } = judged[0] ?? {}
  return {
    a,
    b,
    ids: judged.map(({ elementId }) => elementId),
    outcomes: judged.map(({ outcome }) => outcome),
    margin: judged.reduce((sum, { outcome }) => sum + outcome - 0.5, 0),
    bothWays: judged.some(({ outcome }) => outcome === 1) && judged.some(({ outcome }) => outcome === 0),
  }
}

/** A tie agrees only with a tie. */
function repeatAgreementOf(pairs: readonly Pair[]): number | null {
  const repeats = pairs.flatMap(({ outcomes }) => outcomes.slice(1).map((outcome, i) => outcome === outcomes[i]))
  return repeats.length === 0 ? null : repeats.filter((agrees) => agrees).length / repeats.length
}

function contradictoryLabels(labels: readonly LabelExample<string>[]): readonly (readonly string[])[] {
  return [...Map.groupBy(labels, ({ picture, by }) => JSON.stringify([picture, by])).values()]
    .filter((same) => same.some(({ good }) => good) && same.some(({ good }) => !good))
    .map((same) => same.map(({ elementId }) => elementId))
}

/** The frames of a strongly connected component of the preference graph are preferred in a cycle. */
function cyclesOf(component: Int32Array, decided: readonly Pair[]): readonly (readonly string[])[] {
  const inside = decided.filter(({ a, b }) => component[a] === component[b])
  const groups = [...Map.groupBy(inside, ({ a }) => component[a]).values()]
  return groups.slice(0, cyclesShownMax).map((pairs) => pairs.flatMap(({ ids }) => ids))
}
