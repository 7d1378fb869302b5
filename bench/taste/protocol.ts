import type { Rater } from '../../fitting/prior/judgements.ts'

/** What one person says, and what must be guessed from it. Pictures are positions in their set. */
export type Task = {
  readonly labels: readonly { readonly picture: number; readonly good: boolean }[]
  readonly comparisons: readonly { readonly a: number; readonly b: number; readonly share: number }[]
  /** Pairs that the person ordered, of pictures of which nothing was said. */
  readonly asked: readonly { readonly better: number; readonly worse: number }[]
}

/** A service's default budget: two comparisons for each label. */
const comparisonsPerLabel = 2

/**
 * n of the rater's pictures are labelled around the rater's median (on the side that splits them more evenly) and
 * compared with each other at random; the question is the order of every two of the others that were rated differently.
 */
export function ratingTask({ pictures, ratings }: Rater, labelCount: number, random: () => number): Task {
  const order = shuffled(pictures.length, random)
  const [known, unknown] = [order.slice(0, labelCount), order.slice(labelCount)]
  const isGood = goodAround(ratings)
  const picture = (i: number) => pictures[i] as number
  const rating = (i: number) => ratings[i] as number
  const comparisons = Array.from({ length: comparisonsPerLabel * labelCount }, () => {
    const first = Math.floor(random() * labelCount)
    const second = (first + 1 + Math.floor(random() * (labelCount - 1))) % labelCount
    const [a, b] = [known[first] as number, known[second] as number]
    return { a: picture(a), b: picture(b), share: (Math.sign(rating(a) - rating(b)) + 1) / 2 }
  })
  const asked = unknown.flatMap((i) =>
    unknown.flatMap((j) => (rating(i) > rating(j) ? [{ better: picture(i), worse: picture(j) }] : [])),
  )
  return { labels: known.map((i) => ({ picture: picture(i), good: isGood(rating(i)) })), comparisons, asked }
}

/** The share of the asked pairs that a score puts in the right order; a tie is half right. */
export function accuracyOf({ asked }: Task, score: (picture: number) => number): number {
  const scores = new Map([...new Set(asked.flatMap(({ better, worse }) => [better, worse]))].map((i) => [i, score(i)]))
  const of = (picture: number) => scores.get(picture) ?? Number.NaN
  const right = asked.reduce((sum, { better, worse }) => sum + (Math.sign(of(better) - of(worse)) + 1) / 2, 0)
  return right / asked.length
}

export function goodAround(ratings: readonly number[]): (rating: number) => boolean {
  const sorted = [...ratings].sort((a, b) => a - b)
  const median = ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2
  const above = ratings.filter((rating) => rating > median).length
  const atLeast = ratings.filter((rating) => rating >= median).length
  const half = ratings.length / 2
  return Math.abs(above - half) <= Math.abs(atLeast - half) ? (rating) => rating > median : (rating) => rating >= median
}

export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const [a, b] = [order[i] as number, order[j] as number]
    order[i] = b
    order[j] = a
  }
  return order
}

/** Marsaglia's xorshift: the same draws on every machine. */
export function seeded(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x1_0000_0000
  }
}
