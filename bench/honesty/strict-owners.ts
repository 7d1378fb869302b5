import type { Rater } from '../../fitting/prior/judgements.ts'
import { modelOf } from '../taste/methods.ts'
import { accuracyOf, seeded, shuffled, type Task } from '../taste/protocol.ts'
import type { Check, Context } from './context.ts'
import { meanOf, standardError } from './figures.ts'

const labelCounts = [10, 30, 60]
/** Measures a strict and a generous owner. */
const goodShares = { strict: 0.3, generous: 0.7 }

/** Owners who call few or most pictures good. Their labels alone should never make the order worse than no label. */
export const strictOwners: Check = {
  title: 'Strict and generous owners: pairs ordered correctly with labels alone, compared with no label',
  run: async (context) =>
    Object.entries(goodShares).flatMap(([owner, share]) =>
      labelCounts.map((count) => {
        const gains = gainsOf(context, share, count)
        const [mean, error] = [meanOf(gains), standardError(gains)]
        return {
          ...{
            what: `${owner}, ${count} labels`,
            figure: `${mean > 0 ? '+' : ''}${mean.toFixed(4)} ± ${error.toFixed(4)}`,
          },
          ...{ target: '≥ − one standard error', met: mean >= -error },
        }
      }),
    ),
}

function gainsOf({ crowd, rated, every }: Context, goodShare: number, count: number): readonly number[] {
  const featuresOf = (picture: number) => rated[picture] as (typeof rated)[number]
  return crowd.raters.flatMap((rater, i) => {
    if (i % every !== 0) return []
    const task = strictTask(rater, goodShare, count, i)
    const model = modelOf(task, featuresOf)
    const own = accuracyOf(task, (picture) => model.predict(featuresOf(picture)).probability)
    return [own - accuracyOf(task, (picture) => featuresOf(picture).priorMean)]
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
