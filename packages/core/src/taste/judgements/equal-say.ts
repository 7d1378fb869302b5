import type { Element } from '../../profile/schema.ts'
import type { NamedExamples } from './training-examples.ts'

/** With this many judgements a person has the same say as everybody else. */
export const fullSayMin = 10

/** Something with the person who judged it; without one it is the team's own judgement. */
export type Voiced = Readonly<{ by?: unknown }> | Element

/**
 * What the team's model learns from: of each person the newest judgements, as many as the person who judged least has.
 * The team's own judgements, which nobody in particular gave, are all kept and limit nobody. Answers are counted on their
 * own.
 */
export function withEqualSay(examples: NamedExamples): NamedExamples {
  const { labels, comparisons, constraints } = examples
  const judgements = countsOf([...labels, ...comparisons])
  const answers = countsOf(constraints)
  if (judgements.size < 2 && answers.size < 2) return examples
  const shares = new Map([...judgements].map(([person, count]) => [person, sayOf(person, judgements) / count]))
  return {
    labels: newestShare(labels, shares),
    comparisons: newestShare(comparisons, shares),
    constraints: newestShare(
      constraints,
      new Map([...answers].map(([person, count]) => [person, sayOf(person, answers) / count])),
    ),
  }
}

/**
 * With how many of their judgements a person is heard. Somebody who has just begun limits the others only in part, so
 * that the team does not forget at once what it knows.
 */
function sayOf(person: string, counts: ReadonlyMap<string, number>): number {
  const own = counts.get(person) as number
  const limits = [...counts.values()].map((other) => {
    if (other >= own) return own
    return own * (other / own) ** Math.min(1, other / fullSayMin)
  })
  return Math.min(...limits)
}

function countsOf(judgements: readonly Voiced[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { by } of judgements) if (typeof by === 'string') counts.set(by, (counts.get(by) ?? 0) + 1)
  return counts
}

function newestShare<Judgement extends Voiced>(
  judgements: readonly Judgement[],
  shares: ReadonlyMap<string, number>,
): readonly Judgement[] {
  const counts = countsOf(judgements)
  const left = new Map([...counts].map(([by, count]) => [by, Math.round(count * (shares.get(by) ?? 1))]))
  return keepLast(judgements, left)
}

/** The last judgements of each person, in their order; all of those without a person. */
function keepLast<Judgement extends Voiced>(
  judgements: readonly Judgement[],
  counts: ReadonlyMap<string, number>,
): readonly Judgement[] {
  const left = new Map(counts)
  const kept = judgements.toReversed().filter(({ by }) => {
    if (typeof by !== 'string') return true
    const rest = left.get(by) ?? 0
    left.set(by, rest - 1)
    return rest > 0
  })
  return kept.reverse()
}
