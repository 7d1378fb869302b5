import type { Rater } from '../../fitting/prior/judgements.ts'

export { seeded } from '../../fitting/seeded.ts'

/** One person's training set, and the pairs to predict from it. Pictures are indices into their set. */
export type Task = {
  readonly labels: readonly { readonly picture: number; readonly good: boolean }[]
  readonly comparisons: readonly { readonly a: number; readonly b: number; readonly share: number }[]
  /** Pairs that the person ordered, of pictures outside the training set. */
  readonly testPairs: readonly { readonly better: number; readonly worse: number }[]
}

/** A profile's default budget asks for two comparisons for each label. */
const comparisonsPerLabel = 2

/**
 * Draws `labelCount` of the rater's pictures at random, labels each as good or bad by the rater's median and compares
 * random pairs of them. The test pairs are all pairs of the other pictures that the rater rated differently.
 */
export function ratingTask({ pictures, ratings }: Rater, labelCount: number, random: () => number): Task {
  const order = shuffled(pictures.length, random)
  const [known, unknown] = [order.slice(0, labelCount), order.slice(labelCount)]
  const isGood = isGoodBy(ratings)
  const picture = (i: number) => pictures[i] as number
  const rating = (i: number) => ratings[i] as number
  const comparisons = Array.from({ length: comparisonsPerLabel * labelCount }, () => {
    const first = Math.floor(random() * labelCount)
    const second = (first + 1 + Math.floor(random() * (labelCount - 1))) % labelCount
    const [a, b] = [known[first] as number, known[second] as number]
    return { a: picture(a), b: picture(b), share: (Math.sign(rating(a) - rating(b)) + 1) / 2 }
  })
  const testPairs = unknown.flatMap((i) =>
    unknown.flatMap((j) => (rating(i) > rating(j) ? [{ better: picture(i), worse: picture(j) }] : [])),
  )
  return { labels: known.map((i) => ({ picture: picture(i), good: isGood(rating(i)) })), comparisons, testPairs }
}

/** The share of the test pairs that the score orders correctly. A tie counts as half right. */
export function accuracyOf({ testPairs }: Task, score: (picture: number) => number): number {
  const scores = new Map(
    [...new Set(testPairs.flatMap(({ better, worse }) => [better, worse]))].map((i) => [i, score(i)]),
  )
  const scoreOf = (picture: number) => scores.get(picture) ?? Number.NaN
  const right = testPairs.reduce(
    (sum, { better, worse }) => sum + (Math.sign(scoreOf(better) - scoreOf(worse)) + 1) / 2,
    0,
  )
  return right / testPairs.length
}

/** Above the median, or at least the median, whichever splits the ratings more evenly. */
export function isGoodBy(ratings: readonly number[]): (rating: number) => boolean {
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
