import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { modelOf } from '../taste/methods.ts'
import { photographTasks } from '../taste/photographs.ts'
import { isGoodBy } from '../taste/protocol.ts'
import type { Check, Context } from './context.ts'
import { correlation } from './figures.ts'
import { rivals } from './rivals.ts'
import { fitInputOf } from './tasks.ts'
import { lessonsOf, tasteGroups } from './tastes.ts'

const correlationMax = -0.4
const labelCounts = [10, 30, 60]

/** Whether the model is surer where it is right. The error of a score is its distance from 1 or 0. */
export const confidence: Check = {
  title: 'Confidence against error (correlation over all pictures)',
  async run(context) {
    const lines = [{ what: 'taught tastes, 8 + 8', ...(await ofTaughtTastes(context)) }]
    for (const count of labelCounts) lines.push({ what: `people, ${count} labels`, ...ofPeople(context, count) })
    return lines.flatMap(({ what, own, byMargin, plain }) => [
      { what, figure: own.toFixed(2), target: `≤ ${correlationMax}`, met: own <= correlationMax },
      { what: `${what}: the distance of the score from 0.5`, figure: byMargin.toFixed(2) },
      ...(plain === undefined
        ? []
        : [{ what: `${what}: logistic regression on attributes, that of its own`, figure: plain.toFixed(2) }]),
    ])
  },
}

interface Correlations {
  readonly own: number
  /** If the distance of the score from 0.5 is the confidence. */
  readonly byMargin: number
  /** The same for the scores of logistic regression. */
  readonly plain?: number
}

async function ofTaughtTastes(context: Context): Promise<Correlations> {
  const { learner, draws } = context
  const [confidences, errors, margins]: [number[], number[], number[]] = [[], [], []]
  const [plainMargins, plainErrors]: [number[], number[]] = [[], []]
  for (const group of Object.values(await tasteGroups(context))) {
    for (const lesson of lessonsOf(group, { good: 8, bad: 8 }, Math.min(draws, 2))) {
      const model = learner.learn(fitInputOf('aesthetics', lesson))
      const plainScore = rivals['logistic regression on attributes']?.(context, lesson)
      for (const { picture, same } of lesson.test) {
        const explained = learner.explain(model, group.features[picture] as PictureFeatures)
        confidences.push(explained.confidence)
        errors.push(Math.abs(explained.probability - Number(same)))
        margins.push(Math.abs(explained.probability - 0.5))
        const plain = 1 / (1 + Math.exp(-(plainScore?.(group.features[picture] as PictureFeatures) ?? 0)))
        plainMargins.push(Math.abs(plain - 0.5))
        plainErrors.push(Math.abs(plain - Number(same)))
      }
    }
  }
  return {
    own: correlation(confidences, errors),
    byMargin: correlation(margins, errors),
    plain: correlation(plainMargins, plainErrors),
  }
}

function ofPeople({ crowd, rated, every }: Context, count: number): Correlations {
  const [confidences, errors, margins]: [number[], number[], number[]] = [[], [], []]
  for (const { task, featuresOf, rater } of photographTasks(crowd, rated, count, { every, draws: 1 })) {
    const model = modelOf(task, featuresOf)
    const { pictures = [], ratings = [] } = crowd.raters[rater] ?? {}
    const isGood = isGoodBy(ratings)
    const labelled = new Set(task.labels.map(({ picture }) => picture))
    for (const [i, picture] of pictures.entries()) {
      if (labelled.has(picture)) continue
      const prediction = model.predict(featuresOf(picture))
      confidences.push(prediction.confidence)
      errors.push(Math.abs(prediction.probability - Number(isGood(ratings[i] as number))))
      margins.push(Math.abs(prediction.probability - 0.5))
    }
  }
  return { own: correlation(confidences, errors), byMargin: correlation(margins, errors) }
}
