import type { Rater } from '../../fitting/prior/judgements.ts'
import { modelOf } from '../taste/methods.ts'
import { accuracyOf, seeded, shuffled, type Task } from '../taste/protocol.ts'
import type { Check, Context } from './context.ts'
import { meanOf, standardError } from './figures.ts'
import { rivals } from './rivals.ts'

const labelCounts = [10, 30, 60]
/** Measures a strict and a generous owner. */
const goodShares = { strict: 0.3, generous: 0.7 }

/** Owners who call few or most pictures good. Their labels alone should never make the order worse than no label. */
export const strictOwners: Check = {
  title: 'Strict and generous owners: pairs ordered correctly with labels alone, compared with no label',
  run: async (context) =>
    Object.entries(goodShares).flatMap(([owner, share]) =>
      labelCounts.flatMap((count) => {
        const all = gainsOf(context, share, count)
        const gains = all.map(({ own }) => own)
        const plain = all.map((gain) => gain.plain)
        return [
          {
            ...{ what: `${owner}, ${count} labels`, figure: signed(gains) },
            ...{ target: '≥ − one standard error', met: meanOf(gains) >= -standardError(gains) },
          },
          { what: `${owner}, ${count} labels: logistic regression on the embedding`, figure: signed(plain) },
        ]
      }),
    ),
}

function signed(gains: readonly number[]): string {
  const mean = meanOf(gains)
  return `${mean > 0 ? '+' : ''}${mean.toFixed(4)} ± ${standardError(gains).toFixed(4)}`
}

function gainsOf(context: Context, goodShare: number, count: number) {
  const { crowd, rated, every } = context
  const featuresOf = (picture: number) => rated[picture] as (typeof rated)[number]
  return crowd.raters.flatMap((rater, i) => {
    if (i % every !== 0) return []
    const task = strictTask(rater, goodShare, count, i)
    const model = modelOf(task, featuresOf)
    const own = accuracyOf(task, (picture) => model.predict(featuresOf(picture)).probability)
    const plainScore = rivals['logistic regression on the embedding']?.(context, {
      ...{ features: rated, labels: task.labels, test: [] },
    })
    const plain = accuracyOf(task, (picture) => plainScore?.(featuresOf(picture)) ?? 0)
    const cold = accuracyOf(task, (picture) => featuresOf(picture).priorMean)
    return [{ own: own - cold, plain: plain - cold }]
  })
}

function strictTask({ pictures, ratings }: Rater, goodShare: number, count: number, seed: number): Task {
  const limit = ratings.toSorted((a, b) => a - b)[Math.floor(ratings.length * (1 - goodShare))] as number
  const all = shuffled(pictures.length, seeded(seed)).map((i) => ({
    picture: pictures[i] as number,
    rating: ratings[i] as number,
  }))
  const test = all.slice(count)
  return {
    labels: all.slice(0, count).map(({ picture, rating }) => ({ picture, good: rating > limit })),
    comparisons: [],
    testPairs: test.flatMap((one) =>
      test.flatMap((other) => (one.rating > other.rating ? [{ better: one.picture, worse: other.picture }] : [])),
    ),
  }
}
