import type { Candidate } from './choose.ts'

type Pair = readonly [number, number]

/** The most pairs considered; those of a large sample are drawn at random. */
export const pairCandidatesMax = 4_000

/**
 * The unjudged pairs of the sampled frames, as indices into the sample. If there are too many, a uniform choice
 * (selection sampling: Knuth, algorithm S).
 */
export function openPairs(
  members: readonly number[],
  judged: readonly Pair[],
  random: () => number,
): readonly Candidate[] {
  const known = new Set(judged.map(([a, b]) => pairName(a, b)))
  const pairs: Candidate[] = []
  let left = (members.length * (members.length - 1)) / 2
  let wanted = Math.min(left, pairCandidatesMax)
  for (let a = 1; a < members.length; a++) {
    for (let b = 0; b < a; b++, left--) {
      if (wanted < left && random() * left >= wanted) continue
      wanted -= 1
      if (!known.has(pairName(members[a] as number, members[b] as number))) pairs.push({ a, b })
    }
  }
  return pairs
}

/** People still remember the last pairs. */
const rememberedPairs = 10

/** The judged pairs except the last ones and those that were already repeated. */
export function repeatablePairs(judged: readonly Pair[]): readonly Pair[] {
  const times = new Map<string, number>()
  for (const [a, b] of judged) times.set(pairName(a, b), (times.get(pairName(a, b)) ?? 0) + 1)
  return judged.slice(0, -rememberedPairs).filter(([a, b]) => times.get(pairName(a, b)) === 1)
}

/** Each pair once, whatever its order. */
export function distinctPairs(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [pairName(...pair), pair])).values()]
}

/** Equal for both orders. */
export function pairName(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}
