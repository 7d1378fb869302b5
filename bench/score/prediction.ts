import { createLearner } from '@palate/core/taste/model/learn.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { type Line, ms } from '../harness/report.ts'
import { syntheticJudgements } from './setup/synthetic-judgements.ts'

const pictures = 60
const rounds = 50

/** The part of a known frame's time that is the prediction: of a picture that was not in memory, and of one that was. */
export function measurePrediction(): readonly Line[] {
  const builtin = { kind: 'builtin' } as const
  const knowledge = openBuiltinPrior(builtin)
  const learner = createLearner(knowledge, openBuiltinLikeness(builtin))
  return [0, 40].map((labels) => {
    const judged = syntheticJudgements({ pictures, labels, comparisons: 0 }, knowledge.prior.dimensions)
    const model = learner.learn({ ...judged, pictures: judged.pictures.slice(0, labels) })
    const costs = { first: 0, again: 0 }
    for (let round = 0; round < rounds; round++) {
      // What is projected is kept for each of these objects.
      const fresh = judged.pictures.map(({ embedding, attributes }) => ({
        embedding: embedding.slice(),
        attributes: { ...attributes },
      }))
      for (const time of ['first', 'again'] as const) {
        const started = process.threadCpuUsage()
        for (const picture of fresh) learner.predict(model, picture)
        const { user, system } = process.threadCpuUsage(started)
        costs[time] += (user + system) / 1000 / pictures / rounds
      }
    }
    const figure = `${ms(costs.first)} from the store, ${ms(costs.again)} in memory`
    return { what: `prediction alone, ${labels} judgements`, figure }
  })
}
